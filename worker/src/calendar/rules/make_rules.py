"""Makes rules.txt: 200 recurring rules (RFC 5545), a line each, with their first eight starts, by python-dateutil."""

import random
from datetime import datetime
from itertools import islice
from pathlib import Path

from dateutil.rrule import rrulestr

BASE = datetime(2026, 1, 5, 9, 30)
STARTS = 8
DAYS = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]

# Shapes that the examples of RFC 5545 (3.8.5.3) have.
WRITTEN = [
    "FREQ=DAILY", "FREQ=DAILY;INTERVAL=2", "FREQ=DAILY;INTERVAL=10;COUNT=5",
    "FREQ=DAILY;UNTIL=20260201T000000Z", "FREQ=DAILY;BYMONTH=1",
    "FREQ=YEARLY;BYMONTH=1;BYDAY=SU,MO,TU,WE,TH,FR,SA", "FREQ=WEEKLY;COUNT=10",
    "FREQ=WEEKLY;UNTIL=20260301T000000Z", "FREQ=WEEKLY;INTERVAL=2;WKST=SU",
    "FREQ=WEEKLY;UNTIL=20260301T000000Z;WKST=SU;BYDAY=TU,TH",
    "FREQ=WEEKLY;INTERVAL=2;WKST=SU;BYDAY=MO,WE,FR", "FREQ=WEEKLY;INTERVAL=2;COUNT=8;WKST=SU;BYDAY=TU,TH",
    "FREQ=WEEKLY;INTERVAL=2;WKST=MO;BYDAY=TU,SU", "FREQ=MONTHLY;COUNT=10;BYDAY=1FR",
    "FREQ=MONTHLY;UNTIL=20261224T000000Z;BYDAY=1FR", "FREQ=MONTHLY;INTERVAL=2;COUNT=10;BYDAY=1SU,-1SU",
    "FREQ=MONTHLY;COUNT=6;BYDAY=-2MO", "FREQ=MONTHLY;BYMONTHDAY=-3", "FREQ=MONTHLY;COUNT=10;BYMONTHDAY=2,15",
    "FREQ=MONTHLY;COUNT=10;BYMONTHDAY=1,-1", "FREQ=MONTHLY;INTERVAL=18;COUNT=10;BYMONTHDAY=10,11,12,13,14,15",
    "FREQ=MONTHLY;INTERVAL=2;BYDAY=TU", "FREQ=YEARLY;COUNT=10;BYMONTH=6,7", "FREQ=YEARLY;INTERVAL=2;BYMONTH=1,2,3",
    "FREQ=YEARLY;BYDAY=20MO", "FREQ=YEARLY;BYMONTH=3;BYDAY=TH", "FREQ=YEARLY;BYDAY=TH;BYMONTH=6,7,8",
    "FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13", "FREQ=MONTHLY;BYDAY=SA;BYMONTHDAY=7,8,9,10,11,12,13",
    "FREQ=YEARLY;INTERVAL=4;BYMONTH=11;BYDAY=TU;BYMONTHDAY=2,3,4,5,6,7,8",
    "FREQ=MONTHLY;COUNT=3;BYDAY=TU,WE,TH;BYSETPOS=3", "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-2",
    "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1", "FREQ=HOURLY;INTERVAL=3;UNTIL=20260106T170000Z",
    "FREQ=MINUTELY;INTERVAL=90;COUNT=4", "FREQ=DAILY;BYHOUR=9,10,11;BYMINUTE=0,30", "FREQ=MONTHLY;BYMONTHDAY=15,30;COUNT=5",
    "FREQ=MONTHLY;BYMONTHDAY=31", "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29",
]


def made(chance: random.Random) -> str:
    """A rule such as calendar programs write."""
    frequency = chance.choice(["DAILY", "WEEKLY", "WEEKLY", "MONTHLY", "MONTHLY", "YEARLY"])
    parts = [f"FREQ={frequency}"]
    if chance.random() < 0.6:
        parts.append(f"INTERVAL={chance.randint(1, 6)}")
    days = chance.sample(DAYS, chance.randint(1, 4))
    if frequency == "DAILY" and chance.random() < 0.5:
        parts.append("BYDAY=" + ",".join(days))
    if frequency == "WEEKLY":
        parts.append("BYDAY=" + ",".join(days))
        if chance.random() < 0.4:
            parts.append(f"WKST={chance.choice(['SU', 'MO'])}")
    if frequency == "MONTHLY":
        parts.append(
            chance.choice([
                f"BYMONTHDAY={chance.randint(1, 28)}",
                f"BYMONTHDAY=-{chance.randint(1, 5)}",
                f"BYDAY={chance.choice([1, 2, 3, 4, -1])}{days[0]}",
                f"BYDAY={','.join(days)};BYSETPOS={chance.choice([1, 2, -1])}",
            ])
        )
    if frequency == "YEARLY":
        month = f"BYMONTH={chance.randint(1, 12)}"
        parts.append(
            chance.choice([
                f"{month};BYMONTHDAY={chance.randint(1, 28)}",
                f"{month};BYDAY={chance.choice([1, 2, -1])}{days[0]}",
            ])
        )
    if chance.random() < 0.5:
        parts.append(chance.choice([f"COUNT={chance.randint(2, 12)}", f"UNTIL=2027{chance.randint(1, 12):02}15T120000Z"]))
    return ";".join(parts)


def line_of(rule: str) -> str:
    """A series begins with its first occurrence, as programs write it."""
    def starts(at: datetime) -> list[datetime]:
        # A naive time has no zone to compare with, and the zone here is UTC.
        return list(islice(rrulestr(rule.replace("Z;", ";").removesuffix("Z"), dtstart=at), STARTS))

    first = starts(BASE)[0]
    return " ".join([rule, *(at.strftime("%Y%m%dT%H%M%SZ") for at in starts(first))])


chance = random.Random(5545)
rules = list(WRITTEN)
while len(rules) < 200:
    rule = made(chance)
    if rule not in rules:
        rules.append(rule)
Path(__file__).with_name("rules.txt").write_text("".join(line_of(rule) + "\n" for rule in rules))
