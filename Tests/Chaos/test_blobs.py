"""A blob that was acknowledged is there after a loss of power, whatever of the rest reached the disk."""

import asyncio
import json
import random

import pytest
from bots import png
from disk import Disk
from fleet import Fleet
from judge import Judge
from life import Life
from websockets.asyncio.client import connect

BLOBS = 12


async def guest(port):
    async with connect(f"ws://127.0.0.1:{port}/ws", subprotocols=["baize.v1"], compression=None, proxy=None) as socket:
        await socket.send(json.dumps({"t": "hello", "name": "Uploader", "want": []}) + "\n")
        return json.loads((await socket.recv()).split("\n")[0])["tok"]


@pytest.mark.parametrize("torn", [None, 1, 2])
def test_an_acknowledged_blob_outlives_a_loss_of_power(tmp_path, torn):
    async def story():
        disk = Disk(tmp_path)
        life = Life(disk)
        fleet = Fleet(life, Judge(), "blobs")
        dice = random.Random(7)
        try:
            await life.start()
            token = await guest(life.port)
            for _ in range(BLOBS):
                data = png(dice)
                answer = await asyncio.to_thread(fleet.request, "PUT", "/api/blobs", token, data)
                fleet.blobs[json.loads(answer)["blob"]] = data
            life.kill()
            disk.lose_power(torn)
            await life.start()
            await fleet.look_at_blobs(BLOBS)
        finally:
            life.stop()
        return fleet

    fleet = asyncio.run(story())
    assert len(fleet.blobs) == BLOBS
    assert fleet.judge.lost == []
