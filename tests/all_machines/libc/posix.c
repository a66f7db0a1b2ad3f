// Functions of POSIX that programs of the field use.
#define _GNU_SOURCE
#include <errno.h>
#include <fnmatch.h>
#include <getopt.h>
#include <regex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

static void options(void) {
    char *const words[] = {"program", "-a",        "--level=3", "file", "-b",
                           "value",   "--verbose", "--",        "-x",   NULL};
    static int verbose;
    static const struct option known[] = {{"level", required_argument, NULL, 'l'},
                                          {"verbose", no_argument, &verbose, 1},
                                          {NULL, 0, NULL, 0}};
    int c;
    while ((c = getopt_long(9, words, "+ab:", known, NULL)) != -1)
        printf("%d %s, ", c, optarg ? optarg : "-");
    printf("at %d, verbose %d\n", optind, verbose);
}

static void matches(const char *pattern, const char *text, int flags) {
    regex_t compiled;
    regmatch_t found[3];
    const int error = regcomp(&compiled, pattern, flags);
    if (error) {
        printf("%s: no pattern\n", pattern);
        return;
    }
    if (regexec(&compiled, text, 3, found, 0))
        printf("%s does not match %s\n", pattern, text);
    else
        printf("%s matches %s from %d to %d, the first part from %d to %d\n", pattern, text,
               (int)found[0].rm_so, (int)found[0].rm_eo,
               compiled.re_nsub ? (int)found[1].rm_so : -1,
               compiled.re_nsub ? (int)found[1].rm_eo : -1);
    regfree(&compiled);
}

int main(void) {
    options();
    matches("[0-9]+(\\.[0-9]*)?", "pi is 3.14", REG_EXTENDED);
    matches("^a.*z$", "abc", REG_EXTENDED);
    matches("(a|bc)+d", "xabcad", REG_EXTENDED);
    matches("HELLO", "say hello", REG_EXTENDED | REG_ICASE);
    matches("a\\{2\\}", "baab", 0);
    matches("(", "x", REG_EXTENDED);
    matches("[[:alpha:]]+", "12ab3", REG_EXTENDED);
    printf("%d %d %d %d\n", fnmatch("*.c", "a.c", 0) == 0, fnmatch("*", "a/b", FNM_PATHNAME) == 0,
           fnmatch("[a-c]?", "bz", 0) == 0, fnmatch("*", ".x", FNM_PERIOD) == 0);
    struct tm tm;
    memset(&tm, 0, sizeof tm);
    const char *rest = strptime("1994-11-06 08:49:37 rest", "%Y-%m-%d %H:%M:%S", &tm);
    printf("%d %d %d %d %d %d [%s]\n", tm.tm_year, tm.tm_mon, tm.tm_mday, tm.tm_hour, tm.tm_min,
           tm.tm_sec, rest ? rest : "?");
    srand48(7);
    const double d = drand48();
    const long l = lrand48(), m = mrand48();
    printf("%.9f %ld %ld\n", d, l, m);
    void *memory = NULL;
    const int aligned = posix_memalign(&memory, 64, 100);
    printf("%d %d", aligned, (int)((unsigned long)memory & 63));
    free(memory);
    printf(" %d\n", posix_memalign(&memory, 3, 100) == EINVAL);
    printf("%ld %d\n", sysconf(_SC_PAGESIZE), sysconf(_SC_NPROCESSORS_ONLN) > 0);
    struct utsname name;
    const int told = uname(&name) == 0;
    printf("%d %d\n", told, name.sysname[0] && name.machine[0]);
    const int on_node = sizeof(void *) == 4; // where there are no commands
    printf("%d\n", system(NULL) == 0 ? on_node : !on_node);
    printf("%d\n", system("exit 0") == (on_node ? -1 : 0));
}
