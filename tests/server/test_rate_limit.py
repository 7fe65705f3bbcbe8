"""Rate limits: token buckets, one per client."""

from __future__ import annotations

from torpedo_dice.server.rate_limit import Bucket, Buckets, rate_limit_key


def test_who_is_counted() -> None:
    """An address; of IPv6 the network, because one home has 2 to the 64 addresses."""
    assert rate_limit_key("192.0.2.7") == "192.0.2.7"
    assert rate_limit_key("::ffff:192.0.2.7") == "192.0.2.7"
    assert (
        rate_limit_key("2001:db8:0:1::7")
        == rate_limit_key("2001:db8:0:1:ffff::")
        != rate_limit_key("2001:db8:0:2::7")
    )
    assert rate_limit_key("fe80::1%eth0") == rate_limit_key("fe80::2")
    assert rate_limit_key("a:strange:one") == "a:strange:one"


def test_buckets_that_are_full_again_are_forgotten() -> None:
    """The memory for clients does not grow forever."""
    buckets = Buckets(rate=1e9, most=1)
    for number in range(5000):
        assert buckets.take(str(number))
    assert len(buckets._by_key) <= 2 * Buckets._FORGET_ABOVE


def test_a_bucket_fills_again() -> None:
    """A burst, then so many per second."""
    bucket = Bucket(rate=2, most=3, now=0.0)
    assert [bucket.take(0.0) for _ in range(4)] == [True, True, True, False]
    assert bucket.take(0.6)
    assert not bucket.take(0.6)
    assert Bucket(rate=0, most=0, now=0.0).take(0.0)
