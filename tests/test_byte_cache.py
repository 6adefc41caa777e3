"""The cache never exceeds its limit in bytes; the oldest value is dropped."""

from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.byte_cache import ByteCache


def test_the_least_recently_used_value_is_dropped() -> None:
    memory = ByteCache[str, int](100)
    for name, size in (("a", 40), ("b", 40)):
        memory.put(name, ord(name), size)
    assert memory.get("a") == ord("a")

    memory.put("c", ord("c"), 40)

    assert [memory.get(name) for name in "abc"] == [ord("a"), None, ord("c")]
    assert memory.size == 80


def test_an_oversized_value_is_not_cached_and_evicts_nothing() -> None:
    memory = ByteCache[str, int](100)
    memory.put("a", 1, 60)

    memory.put("b", 2, 101)
    assert (memory.get("a"), memory.get("b"), memory.size) == (1, None, 60)

    memory.put("a", 3, 101)
    assert (memory.get("a"), memory.size) == (None, 0)


@given(st.lists(st.tuples(st.sampled_from("abcdef"), st.integers(0, 60))))
def test_the_cache_never_exceeds_its_limit(puts: list[tuple[str, int]]) -> None:
    memory, last = ByteCache[str, int](100), dict[str, int]()
    for name, size in puts:
        memory.put(name, size, size)
        last[name] = size
        assert memory.size <= 100
        assert memory.get(name) == size
    held = {name: memory.get(name) for name in last}
    assert all(held[name] in (None, last[name]) for name in last)
    assert memory.size == sum(size for size in held.values() if size is not None)
    memory.clear()
    assert (memory.size, memory.get("a")) == (0, None)
