// run: --nodes 4
// Bhoedjang's thesis (001), Figure 6.9: a job queue whose handler waits until there is a job. Only
// popup threads may do that in a handler: here the upcall hands the call to a thread, which waits
// on the condition and replies later. Process 0 adds jobs while the others already ask for them.
#include <pan_mt.h>
#include <stdio.h>

enum { jobs = 30, room = 64 };

static pan_mutex_p queue_lock;
static pan_cond_p job_queue_nonempty;
static int job_queue[room];
static unsigned first, last;
static int service;

static void give_job(void *arg) { // a popup thread
    pan_mutex_lock(queue_lock);
    while (first == last) pan_cond_wait(job_queue_nonempty);
    const int job_id = job_queue[first++ % room];
    pan_mutex_unlock(queue_lock);
    pan_rpc_reply((pan_call_p)arg, 0, 0, &job_id, sizeof job_id);
}

static void handle_job_request(pan_msg_p request, void *proto, pan_call_p call, unsigned src) {
    (void)proto, (void)src;
    pan_msg_discard(request);
    pan_thread_detach(pan_thread_create(give_job, call, 0, 1));
}

static void add_job(int id) {
    pan_mutex_lock(queue_lock);
    job_queue[last++ % room] = id;
    pan_cond_signal(job_queue_nonempty);
    pan_mutex_unlock(queue_lock);
}

int main(void) {
    pan_init();
    queue_lock = pan_mutex_create();
    job_queue_nonempty = pan_cond_create(queue_lock);
    service = pan_rpc_register(handle_job_request);
    const unsigned workers = pan_nr_processes() - 1;
    if (pan_my_pid() == 0) {
        for (int i = 1; i <= jobs; ++i) {
            for (volatile int work = 0; work < 500; ++work) {
            }
            pan_poll(); // on machines that poll, requests come here
            add_job(i);
        }
        for (unsigned w = 0; w < workers; ++w) add_job(0); // the end
    } else {
        int done = 0, sum = 0;
        for (;;) {
            pan_msg_p reply = pan_rpc(0, service, 0, 0, 0, 0);
            const int job_id = *(int *)pan_msg_proto(reply);
            pan_msg_discard(reply);
            if (!job_id) break;
            ++done;
            sum += job_id;
        }
        printf("process %u did %d jobs with the sum %d\n", pan_my_pid(), done, sum);
    }
    pan_end();
}
