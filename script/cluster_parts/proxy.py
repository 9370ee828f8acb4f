"""HAProxy in front of the nodes."""
import os
import pwd

TEMPLATE = """\
# Written by script/cluster. docs/hosting.md explains it.
global
    stats socket {folder}/haproxy.sock mode 600 level admin
{identity}
defaults
    mode http
    option forwardfor
    option redispatch 1
    option http-ignore-probes
    timeout connect 2s
    timeout client 60s
    timeout server 60s
    timeout tunnel 60s          # the server pings at least every 20 s
    timeout http-request 10s
    timeout queue 5s
    timeout check 1s
    retries 3
    retry-on conn-failure empty-response
    default-server inter 1s fall 5 rise 1 on-marked-down shutdown-sessions

frontend site
    bind 127.0.0.1:{port}
    http-request disable-l7-retry unless METH_GET
    http-request deny if {{ path /metrics }}
    default_backend nodes

# First those that can keep a move. If none can, because the database is away, all that are alive: people see the page
# and what it says, and their moves wait in it.
backend nodes
    balance leastconn
    option httpchk GET /health
    option allbackups
{nodes}
{backups}

backend alive
    option httpchk GET /alive
{tracked}
"""


def configuration(folder, port, nodes, user=None):
    """nodes: pairs of name and port."""
    lines = lambda form: "\n".join("    " + form.format(name=name, port=number) for name, number in nodes)
    return TEMPLATE.format(
        folder=folder, port=port, identity=f"    user {user}\n" if user else "",
        nodes=lines("server {name} 127.0.0.1:{port} check"),
        backups=lines("server {name}-alive 127.0.0.1:{port} track alive/{name} backup"),
        tracked=lines("server {name} 127.0.0.1:{port} check"))


def proxy_user():
    """Whom HAProxy becomes when root starts it."""
    if os.getuid() != 0:
        return None
    for name in ("haproxy", "nobody"):
        try:
            return pwd.getpwnam(name).pw_name
        except KeyError:
            pass
    return None
