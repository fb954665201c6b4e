#!/bin/sh
# Copies each log of more than 10 MB to current.1, the one that was there to current.2, and empties it: as many and as
# large as the containers keep. The parts have their log open to append, so they go on at its start; what they write
# between the two is lost.
#   rotate-logs.sh DIR    the folder of the logs
set -u
umask 027
find "$1" -name current -size +10M | while read -r log; do
  # Whole or not at all: there may be no room for it.
  if cp "$log" "$log.new"; then
    [ ! -e "$log.1" ] || mv "$log.1" "$log.2"
    mv "$log.new" "$log.1"
    : >"$log"
  else
    rm -f "$log.new"
  fi
done
