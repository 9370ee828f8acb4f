"""Connections between nodes and databases, which the test may cut: reset, or left open in silence."""
import asyncio
import threading

from cluster_parts.machine import free_ports

CHUNK = 65536


class Link:
    """Where one node finds one database. `mode` is open, reset (nobody gets through, whoever is there is thrown out)
    or silent (everything is taken and nothing passed on, as by a cable that was pulled)."""

    def __init__(self, path, port):
        self.path, self.port = path, port
        self.mode = "open"
        self.passable = asyncio.Event()
        self.passable.set()
        self.ends = set()

    async def serve(self):
        return await asyncio.start_server(self.accept, "127.0.0.1", self.port)

    async def accept(self, reader, writer):
        if self.mode == "reset":
            writer.transport.abort()
            return
        self.ends.add(writer)
        try:
            await self.passable.wait()
            there, back = await asyncio.open_unix_connection(self.path)
        except OSError:
            self.ends.discard(writer)
            writer.transport.abort()
            return
        self.ends.add(back)
        await asyncio.gather(self.carry(reader, back), self.carry(there, writer))
        for end in (writer, back):
            self.ends.discard(end)
            end.transport.abort()

    async def carry(self, reader, writer):
        try:
            while data := await reader.read(CHUNK):
                await self.passable.wait()
                writer.write(data)
                await writer.drain()
        except (OSError, asyncio.IncompleteReadError):
            pass
        if writer.can_write_eof() and not writer.is_closing():
            try:
                writer.write_eof()
            except OSError:
                pass

    def set_mode(self, mode):
        self.mode = mode
        if mode == "silent":
            self.passable.clear()
        else:
            self.passable.set()
        if mode == "reset":
            for end in list(self.ends):
                end.transport.abort()


class Cutter:
    """Links of every node to every database, on a thread of their own."""

    def __init__(self, nodes, databases):
        """databases: the paths of their sockets."""
        self.loop = asyncio.new_event_loop()
        self.thread = threading.Thread(target=self.loop.run_forever, daemon=True)
        self.thread.start()
        port = free_ports(len(nodes) * len(databases), first=26000)
        self.links = {}
        for node in nodes:
            self.links[node] = []
            for path in databases:
                self.links[node].append(self.call(self.open(path, port)))
                port += 1

    async def open(self, path, port):
        link = Link(path, port)
        await link.serve()
        return link

    def call(self, coroutine):
        return asyncio.run_coroutine_threadsafe(coroutine, self.loop).result(10)

    def store(self, node, database):
        """What --store of this node names."""
        places = ",".join(f"127.0.0.1:{link.port}" for link in self.links[node])
        return f"postgresql://postgres@{places}/{database}?target_session_attrs=read-write"

    def set_mode(self, node, mode):
        async def change():
            for link in self.links[node]:
                link.set_mode(mode)
        self.call(change())

    def close(self):
        self.loop.call_soon_threadsafe(self.loop.stop)
        self.thread.join(5)
