"""After the games: what people were told against the log, and every node against it."""
import concurrent.futures
import json
import subprocess
import urllib.error
import urllib.request

from cluster_parts.machine import Refused

# Lines of the log that are no actions: docs/server.md.
NOTES = ("resume", "stand_in", "back")


def pauses(tables, faults, window=12.0):
    """For each kind, in seconds: of each table that was going on, how long it stood still, at the longest, from a fault
    of this kind on. Sorted."""
    found = {}
    for fault in faults:
        for table in tables:
            times = [at / 1000 for at in table["told_at_ms"]]
            if not times or times[0] > fault.begin or times[-1] < fault.begin:
                continue
            until = fault.begin + window
            longest = max((later - max(before, fault.begin) for before, later in zip(times, times[1:])
                           if later > fault.begin and before < until), default=0.0)
            found.setdefault(fault.kind, []).append(longest)
    return {kind: sorted(values) for kind, values in found.items()}


def share_of(values, share):
    return values[min(len(values) - 1, int(share * len(values)))] if values else 0.0


def played(rows):
    """The actions that a log leads to, from its lines in their order."""
    actions = []
    for line in rows:
        value = json.loads(line)
        if "undo" in value:
            del actions[value["undo"]:]
        elif not any(name in value for name in NOTES):
            actions.append(value)
    return actions


def read_logs(cluster, tables):
    """Of these tables, by id: stage, the numbers of the rows, the actions."""
    names = ",".join(f"'{table}'" for table in tables if table.isalnum())
    if not names:
        return {}
    text = cluster.primary.query(
        "SELECT json_agg(json_build_object('id', s.table_id, 'stage', s.stage, 'next', s.next, 'rows', "
        "coalesce((SELECT json_agg(json_build_array(a.seq, a.action) ORDER BY a.seq) FROM actions a "
        "WHERE a.table_id = s.table_id), '[]'::json))) FROM states s "
        f"WHERE s.table_id IN ({names})")
    return {log["id"]: log for log in json.loads(text or "[]") or []}


def judge_log(told, log):
    """What is wrong with the log of one table; an empty list if nothing is."""
    if log is None:
        return ["it is not in the store"]
    wrong = []
    numbers = [row[0] for row in log["rows"]]
    if numbers != list(range(len(numbers))) or log["next"] != len(numbers):
        wrong.append(f"the numbers of its rows have a hole, or one twice; next is {log['next']}")
    actions = played(row[1] for row in log["rows"])
    for seq, action in enumerate(told["actions"]):
        if seq >= len(actions) or actions[seq] != action:
            wrong.append(f"acknowledged action {seq} is not in the log")
            break
    if told["over"] and len(actions) != len(told["actions"]):
        wrong.append(f"the log has {len(actions)} actions, people were told {len(told['actions'])}")
    if log["stage"] != 2:
        wrong.append(f"it has not ended (stage {log['stage']})")
    return wrong


def record(port, table, number):
    """Each from an address of its own, as far as the node knows: one address may not ask for so many."""
    request = urllib.request.Request(f"http://127.0.0.1:{port}/api/tables/{table}/record",
                                     headers={"X-Forwarded-For": f"10.{number >> 16 & 255}.{number >> 8 & 255}."
                                                                 f"{number & 255}"})
    try:
        with urllib.request.urlopen(request, timeout=10) as answer:
            return json.load(answer)["actions"]
    except (OSError, ValueError, KeyError) as error:
        return f"{error}"


def judge_records(site, name, tables, begin):
    """What one node tells of games that are over."""
    wrong = []
    for number, told in enumerate(tables, begin):
        if record(site.node_port(name), told["id"], number) != told["actions"]:
            wrong.append(f"table {told['id']}: {name} has another record")
    return wrong


def judge(site, report):
    """All that is wrong, a sentence each."""
    wrong = [f"a player: {fault}" for fault in report["faults"]]
    try:
        logs = read_logs(site.cluster, [told["id"] for told in report["tables"]])
    except (Refused, ValueError) as error:
        return [*wrong, f"the log cannot be read: {error}"]
    for told in report["tables"]:
        if not told["over"]:
            wrong.append(f"table {told['id'] or 'without a name'} has not ended for its players")
        if told["id"]:
            wrong += [f"table {told['id']}: {text}" for text in judge_log(told, logs.get(told["id"]))]
    over = [told for told in report["tables"] if told["over"]]
    with concurrent.futures.ThreadPoolExecutor() as threads:
        for found in threads.map(lambda pair: judge_records(site, pair[1], over, pair[0] << 16),
                                 enumerate(site.names)):
            wrong += found
    return wrong


def judge_store(site):
    """Every game replayed by the program itself."""
    done = subprocess.run([site.cluster.state["program"], "store", "check", site.cluster.store()], text=True,
                          capture_output=True, check=False)
    return [] if done.returncode == 0 else [f"store check: {(done.stdout + done.stderr)[-1000:]}"]
