"""Reads every cell of the files with python-calamine and prints what it found as one JSON line."""

import json
import resource
import sys
import time

from python_calamine import CalamineWorkbook


def read(path, found):
    book = CalamineWorkbook.from_path(path)
    for name in book.sheet_names:
        for row in book.get_sheet_by_name(name).iter_rows():
            for value in row:
                if value == "":
                    continue
                found["cells"] += 1
                if isinstance(value, str):
                    found["texts"] += 1
                    found["touched"] += ord(value[0])
                elif isinstance(value, float):
                    found["numberSum"] += value


def main():
    found = {"cells": 0, "texts": 0, "numberSum": 0.0, "touched": 0}
    failed = 0
    start, cpu_start = time.perf_counter(), time.process_time()
    for path in sys.argv[1:]:
        try:
            read(path, found)
        except Exception:  # which files it refuses is part of the result
            failed += 1
    seconds, cpu_seconds = time.perf_counter() - start, time.process_time() - cpu_start
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    print(json.dumps({**found, "seconds": seconds, "cpuSeconds": cpu_seconds, "failed": failed, "peakBytes": peak}))


main()
