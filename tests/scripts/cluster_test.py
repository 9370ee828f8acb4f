"""script/cluster: its words, what it writes for PostgreSQL and HAProxy, and what the tests of a cluster conclude."""
import os
import socket
import sys
import tempfile
import unittest

from sandbox import ROOT, ScriptTest

sys.path[:0] = [os.path.join(ROOT, "script"), os.path.join(ROOT, "tests", "cluster"), os.path.join(ROOT, "tests", "bench")]

from cluster_parts import machine, postgres, proxy  # noqa: E402
from cluster_parts.cluster import Cluster  # noqa: E402
from cluster_parts.command import read_arguments, table  # noqa: E402
from cluster_parts.machine import Refused  # noqa: E402
import nodes_plot  # noqa: E402
import verdict  # noqa: E402


class Words(unittest.TestCase):
    def test_what_is_wrong_is_refused(self):
        for words in (["--nodes", "0"], ["--nodes", "21"], ["--nodes", "x"], ["--port", "0"], ["--port", "65535"],
                      ["--pause", "node1", "long"], ["--pause", "node1", "-1"], ["--pause", "node1", "nan"],
                      ["--kill"], ["--kill", "node1", "--start", "node1"], ["--nonsense"]):
            with self.subTest(words), open(os.devnull, "w", encoding="utf-8") as nowhere:
                before, sys.stderr = sys.stderr, nowhere
                try:
                    with self.assertRaises(SystemExit) as ended:
                        read_arguments(words)
                finally:
                    sys.stderr = before
                self.assertEqual(ended.exception.code, 2)

    def test_flags_of_the_nodes_come_after_two_dashes(self):
        arguments = read_arguments(["--nodes", "2", "--", "--bot-threads", "3"])
        self.assertEqual(arguments.options, ["--bot-threads", "3"])
        self.assertEqual(arguments.nodes, 2)

    def test_columns_are_as_wide_as_their_texts(self):
        self.assertEqual(table([("a", "long", "x"), ("bcd", "e", "yz")]), "a    long  x\nbcd  e     yz")


class Script(ScriptTest):
    def test_nothing_is_built_to_look_or_to_stop(self):
        self.packages()
        self.fake("cmake")
        for words, said in ((["--status"], "no cluster is running"), (["--stop"], "no cluster is running"),
                            (["--kill", "node1"], "no cluster is running"), (["--nonsense"], "usage:")):
            with self.subTest(words):
                result = self.run_script("script/cluster", *words, TMPDIR=self.tree)
                self.assertIn(said, result.stdout + result.stderr)
                self.assertEqual(self.called("cmake"), [])


class Places(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.cluster = Cluster(os.path.join(folder.name, "cluster"))

    def test_a_second_one_is_refused(self):
        os.mkdir(self.cluster.folder)
        with self.assertRaisesRegex(Refused, "already there"):
            self.cluster.create("/bin/true")

    def test_a_taken_port_is_named_and_nothing_is_made(self):
        port = machine.free_ports(4)
        with socket.socket() as taken:
            taken.bind(("127.0.0.1", port + 2))
            taken.listen()
            with self.assertRaisesRegex(Refused, f"port {port + 2} is taken"):
                self.cluster.create("/bin/true", nodes=3, port=port)
        self.assertFalse(self.cluster.exists())

    def test_a_missing_program_is_named(self):
        with self.assertRaisesRegex(Refused, "script/build"):
            self.cluster.create("/nowhere/bastide", port=machine.free_ports(4))
        with self.assertRaisesRegex(Refused, "apt-get install some-package"):
            machine.find_program("no-such-program", "some-package")

    def test_an_unknown_node_is_refused_with_the_names_there_are(self):
        self.cluster.create("/bin/true", nodes=2, port=machine.free_ports(3))
        with self.assertRaisesRegex(Refused, "there are node1, node2"):
            self.cluster.kill_node("node3")
        with self.assertRaisesRegex(Refused, "not running"):
            self.cluster.kill_node("node1")
        self.cluster.stop()
        self.assertFalse(self.cluster.exists())

    def test_a_number_that_another_process_has_now_is_not_ours(self):
        self.assertFalse(machine.Process(os.getpid(), 1).alive())
        self.assertTrue(machine.Process(os.getpid(), machine.birth_of(os.getpid())).alive())


class Written(unittest.TestCase):
    def test_a_standby_does_not_wait_for_a_standby(self):
        text = postgres.settings("/x/b", standby_of="/x/a")
        self.assertIn("primary_conninfo = 'host=/x/a port=5432 user=postgres application_name=b'\n", text)
        self.assertIn("synchronous_standby_names = ''\n", text)
        self.assertIn("synchronous_standby_names = 'FIRST 1 (b)'\n", postgres.settings("/x/a", synchronous="b"))

    def test_haproxy_asks_for_health_first_and_for_life_then(self):
        text = proxy.configuration("/x", 8080, [("node1", 8081), ("node2", 8082)])
        for line in ("server node2 127.0.0.1:8082 check", "server node2-alive 127.0.0.1:8082 track alive/node2 backup",
                     "option httpchk GET /health", "option httpchk GET /alive", "bind 127.0.0.1:8080"):
            self.assertIn(line, text)


class Verdict(unittest.TestCase):
    TOLD = {"id": "t", "over": 1, "actions": [{"a": 1}, {"a": 2}], "told_at_ms": [1000, 2000]}

    def log(self, *lines, **more):
        return {"stage": 2, "next": len(lines), "rows": [[i, line] for i, line in enumerate(lines)], **more}

    def test_a_log_that_has_everything_is_right(self):
        self.assertEqual(verdict.judge_log(self.TOLD, self.log('{"a":1}', '{"resume":true}', '{"a":2}')), [])
        self.assertEqual(verdict.judge_log(self.TOLD, self.log('{"a":1}', '{"a":9}', '{"undo":1}', '{"a":2}')), [])

    def test_what_is_wrong_is_found(self):
        for log in (None, self.log('{"a":1}'), self.log('{"a":2}', '{"a":1}'), self.log('{"a":1}', '{"a":2}', '{"a":2}'),
                    self.log('{"a":1}', '{"a":2}', stage=1), self.log('{"a":1}', '{"a":2}', next=3),
                    {"stage": 2, "next": 2, "rows": [[0, '{"a":1}'], [2, '{"a":2}']]}):
            with self.subTest(log):
                self.assertNotEqual(verdict.judge_log(self.TOLD, log), [])

    def test_pauses_are_those_after_the_fault(self):
        class Fault:
            kind, begin = "killed", 10.0
        tables = [{"told_at_ms": [9000, 9500, 12500, 13000]}, {"told_at_ms": [1000, 2000]}, {"told_at_ms": []}]
        self.assertEqual(verdict.pauses(tables, [Fault]), {"killed": [2.5]})
        self.assertEqual(verdict.share_of([1.0, 2.0, 3.0], 0.5), 2.0)
        self.assertEqual(verdict.share_of([], 0.5), 0.0)


class Plot(unittest.TestCase):
    def test_lines_are_few_and_round(self):
        for most in (0.3, 1, 7, 35, 900, 13000):
            self.assertTrue(2 <= most / nodes_plot.step_of(most) <= 6.5, most)

    def test_a_picture_of_nothing_is_still_one(self):
        self.assertTrue(nodes_plot.draw([]).startswith("<svg"))


if __name__ == "__main__":
    unittest.main()
