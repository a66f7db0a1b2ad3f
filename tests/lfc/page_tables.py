"""Tables in pages of docs/: each stands behind a comment that names it."""
import sys


def find(lines, mark):
    """The lines of the table behind a mark: first and last + 1."""
    if mark not in lines:
        sys.exit(f"no table '{mark}'")
    first = lines.index(mark) + 1
    while first < len(lines) and not lines[first].startswith("|"):
        if lines[first].strip():
            return first, first
        first += 1
    last = first
    while last < len(lines) and lines[last].startswith("|"):
        last += 1
    return first, last


def cells(line):
    return [cell.strip() for cell in line.strip().strip("|").split("|")]


def put(page, mark, make, refresh):
    """Whether the table is as `make(its rows)` says."""
    lines = page.read_text().split("\n")
    first, last = find(lines, mark)
    old = [cells(line) for line in lines[first:last] if not line.startswith("|---")]
    rows = make(old)
    text = ["| " + " | ".join(row) + " |" for row in rows]
    text.insert(1, "|" + "|".join(["---"] * len(rows[0])) + "|")
    if lines[first:last] == text:
        return True
    if refresh:
        new = lines[:first] + ([] if first < last else [""]) + text + ([] if first < last else [""]) + lines[last:]
        page.write_text("\n".join(new))
        return True
    print(f"{page.name}, {mark}: the page has")
    print("\n".join(line for line in lines[first:last] if line not in text))
    print("and it should have (--refresh)")
    print("\n".join(line for line in text if line not in lines[first:last]))
    return False
