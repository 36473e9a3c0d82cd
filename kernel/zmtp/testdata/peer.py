"""Plays a libzmq peer against the sockets of the Go test that starts it.

    peer.py SCENARIO ENDPOINTS

ENDPOINTS is a JSON dictionary: router, publisher and echo are the addresses of
the test's sockets, key is the public key of CURVE if there is one. The router
obeys the first frame it gets: "echo" sends the rest back, "publish" publishes
the rest, "flood" publishes so many messages of so many bytes. A scenario ends
with an AssertionError, or with exit code 0. Written for pyzmq 24, libzmq 4.3.
"""

import json
import sys
import time

import zmq

at = json.loads(sys.argv[2])
context = zmq.Context()
own_public, own_secret = zmq.curve_keypair()


def connect(kind, where, identity=None, key=None, **options):
    s = context.socket(kind)
    s.linger = 0
    s.rcvtimeo = 30_000
    s.sndtimeo = 30_000
    if identity is not None:
        s.identity = identity
    key = key or at.get("key", "").encode()
    if key:
        s.curve_serverkey = key
        s.curve_publickey, s.curve_secretkey = own_public, own_secret
    for name, value in options.items():
        setattr(s, name, value)
    s.connect(at[where])
    return s


def ask(s, *frames):
    s.send_multipart([b"echo", *frames])
    got = s.recv_multipart()
    assert got == list(frames), [len(f) for f in got]


def silent(s, ms=300):
    assert not s.poll(ms), s.recv_multipart()


def multiframe():
    """Frames of every kind of size, from peers with and without identity."""
    named, nameless = connect(zmq.DEALER, "router", b"me"), connect(zmq.DEALER, "router")
    for s in (named, nameless):
        ask(s, b"")
        ask(s, b"", b"a" * 255, b"b" * 256, b"", b"c" * 70_000, b"end")
        ask(s, *[b"%d" % i for i in range(1000)])
    for s in (named, nameless):
        for i in range(2000):
            s.send_multipart([b"echo", b"%d" % i])
    for s in (named, nameless):
        for i in range(2000):
            assert s.recv_multipart() == [b"%d" % i]


def handover():
    """The newest peer of an identity gets what is sent to it."""
    old = connect(zmq.DEALER, "router", b"twin", reconnect_ivl=-1)
    ask(old, b"old")
    new = connect(zmq.DEALER, "router", b"twin")
    ask(new, b"new")
    silent(old)
    ask(new, b"still new")


def subscriptions():
    """Each is welcomed, and lets through what begins as it says."""
    control = connect(zmq.DEALER, "router")
    s = connect(zmq.SUB, "publisher")
    s.subscribe(b"a")
    s.subscribe(b"bc")
    welcomed = [s.recv_multipart() for _ in range(2)]
    assert welcomed == [[b"a", b"welcome"], [b"bc", b"welcome"]], welcomed
    for topic in (b"x", b"abc", b"b", b"bcd", b"a"):
        control.send_multipart([b"publish", topic, b"", b"body"])
    got = [s.recv_multipart() for _ in range(3)]
    assert got == [[t, b"", b"body"] for t in (b"abc", b"bcd", b"a")], got

    s.unsubscribe(b"a")
    s.subscribe(b"late")
    assert s.recv_multipart() == [b"late", b"welcome"]
    for topic in (b"abc", b"later"):
        control.send_multipart([b"publish", topic])
    assert s.recv_multipart() == [b"later"]
    silent(s)

    x = connect(zmq.XSUB, "publisher")
    for _ in range(2):  # every one is reported, not the first alone
        x.send(b"\x01" + b"x")
        assert x.recv_multipart() == [b"x", b"welcome"]


def heartbeat():
    """Several beat at once, each in its own time."""
    beats = [connect(zmq.REQ, "echo") for _ in range(3)]
    beats[0].send(b"held")
    for i in range(500):
        for s in beats[1:]:
            s.send(b"%d" % i)
        for s in beats[1:]:
            assert s.recv() == b"%d" % i
    assert beats[0].recv() == b"held"


def pings():
    """A peer that pings is answered, and stays while it does."""
    s = connect(zmq.DEALER, "router", b"pinger", heartbeat_ivl=50, heartbeat_timeout=2000, heartbeat_ttl=5000)
    monitor = s.get_monitor_socket(zmq.EVENT_DISCONNECTED)
    ask(s, b"one")
    time.sleep(0.5)
    ask(s, b"two")
    assert not monitor.poll(0)
    s.disable_monitor()


def refused():
    """Neither a wrong key nor no key gets in; the right one does."""
    stranger = connect(zmq.DEALER, "router", key=zmq.curve_keypair()[0])
    stranger.send_multipart([b"echo", b"x"])
    plain = context.socket(zmq.DEALER)
    plain.linger = 0
    plain.connect(at["router"])
    plain.send_multipart([b"echo", b"x"])
    ask(connect(zmq.DEALER, "router"), b"x")
    silent(stranger, 500)
    silent(plain, 0)


def large():
    """Frames of 50 MB go both ways."""
    s = connect(zmq.DEALER, "router")
    ask(s, b"head", bytes(range(256)) * (50_000_000 // 256), b"tail")


def burst():
    """Of ten thousand messages none is lost."""
    s = connect(zmq.SUB, "publisher", rcvhwm=0)
    s.subscribe(b"")
    assert s.recv_multipart() == [b"", b"welcome"]
    control = connect(zmq.DEALER, "router")  # named, for it must outlive the call
    control.send_multipart([b"flood", b"10000", b"200"])
    for i in range(10_000):
        topic, body = s.recv_multipart()
        assert topic == b"%d" % i and len(body) == 200, (i, topic)


def slow():
    """A subscriber that reads nothing delays no other."""
    idle = connect(zmq.SUB, "publisher", rcvhwm=1, rcvbuf=4096)
    quick = connect(zmq.SUB, "publisher", rcvhwm=0)
    for s in (idle, quick):
        s.subscribe(b"")
        s.recv_multipart()
    control = connect(zmq.DEALER, "router")
    control.send_multipart([b"flood", b"2000", b"20000"])
    for i in range(2000):
        assert quick.recv_multipart()[0] == b"%d" % i
    for i in range(2000):  # and has lost nothing when it wakes up
        assert idle.recv_multipart()[0] == b"%d" % i


def everything():
    """What a front end does, over whatever transport and mechanism."""
    multiframe()
    subscriptions()
    heartbeat()


def listen():
    """The other way round: ROUTER, PUB and REP for the test to dial."""
    router, pub, rep = context.socket(zmq.ROUTER), context.socket(zmq.XPUB), context.socket(zmq.REP)
    ports = []
    for s in (router, pub, rep):
        s.linger = 1000
        s.rcvtimeo = 30_000
        if "secret" in at:
            s.curve_secretkey, s.curve_publickey, s.curve_server = at["secret"].encode(), at["key"].encode(), True
        ports.append(s.bind_to_random_port("tcp://127.0.0.1"))
    print(json.dumps(ports), flush=True)
    router.send_multipart(router.recv_multipart())
    verb = pub.recv()
    assert verb == b"\x01news", verb
    pub.send_multipart([b"old"])
    pub.send_multipart([b"news", b"body"])
    verb = pub.recv()
    assert verb == b"\x00news", verb
    rep.send(rep.recv())
    assert router.recv_multipart()[-1] == b"bye"


globals()[sys.argv[1]]()
context.destroy(linger=0)
