"""Seeds in several processes, each with a PostgreSQL of its own."""

import argparse
import logging
import multiprocessing
from collections.abc import Iterator
from multiprocessing.queues import SimpleQueue
from typing import Any

from tests.simulation.whole.running import house
from tests.simulation.whole.scenario import Outcome, servers_of


def outcomes(options: argparse.Namespace) -> Iterator[Outcome]:
    """What came of each run, as it comes."""
    context = multiprocessing.get_context("spawn")
    asked: SimpleQueue[Any] = context.SimpleQueue()
    done: SimpleQueue[Any] = context.SimpleQueue()
    workers = [context.Process(target=_work, args=(asked, done, options)) for _ in range(options.processes)]
    for worker in workers:
        worker.start()
    try:
        yield from _handed_out(options, asked, done, workers)
    finally:
        for _ in workers:
            asked.put(None)
        for worker in workers:
            worker.join()


def _handed_out(options: argparse.Namespace, asked: Any, done: Any, workers: list[Any]) -> Iterator[Outcome]:
    """Seeds are handed out as long as any are left, and rounds are wanted."""
    runs, under_way, rounds = _runs(options), 0, 0
    while True:
        while under_way < len(workers) and (run := next(runs, None)) is not None:
            asked.put(run)
            under_way += 1
        if not under_way:
            return
        outcome: Outcome = done.get()
        under_way, rounds = under_way - 1, rounds + outcome.rounds
        yield outcome
        if options.until and rounds >= options.until:
            runs = iter(())


def _runs(options: argparse.Namespace) -> Iterator[str]:
    first, _, last = options.seeds.partition("-")
    seed = int(first)
    while options.until or seed <= int(last or first):
        yield from [str(seed)] * (2 if options.twice else 1)
        seed += 1


def _work(asked: Any, done: Any, options: argparse.Namespace) -> None:
    """One process: a PostgreSQL of its own, and one seed after the other."""
    logging.disable(logging.CRITICAL)
    with house() as here:
        while (seed := asked.get()) is not None:
            keeps = options.keep / f"{seed}.log" if options.keep is not None else None
            servers = options.servers or servers_of(seed)
            done.put(here.run(seed, options.rounds, tables=options.tables, servers=servers, keeps=keeps))
