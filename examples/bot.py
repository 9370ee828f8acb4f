#!/usr/bin/env python3
"""A bot in ten lines: it takes the first place for its tile, and a piece wherever one may stand."""
import json, sys

for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        print(json.dumps({"type": "hello", "name": "first place", "version": "1"}), flush=True)
    elif message["type"] == "think":
        print(json.dumps({"type": "act", "action": message["legal"][0]}), flush=True)
    elif message["type"] == "bye":
        break
