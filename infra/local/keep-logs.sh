#!/bin/sh
# Keeps the logs of the local processes small while they run: one of more than 10 MB is moved to NAME.log.1, and that
# to NAME.log.2, as many as the containers keep. A part of its own beside those that the supervisor keeps alive, so
# that it outlives the supervisor as they do. The logs are copied and emptied, because the parts go on writing to the
# file they were started with (each appends); lines of the moment in between are lost. Pipes would lose none, but a
# part would die with the process that reads its pipe.
#   keep-logs.sh LOCAL_DIR
set -u
umask 027
logs=$1/log ticks=0

while sleep 1; do
  # In blocks of 512 bytes.
  find "$logs" -name '*.log' -size +20000 | while read -r log; do
    [ ! -e "$log.1" ] || mv -f "$log.1" "$log.2"
    cp "$log" "$log.1" && : >"$log"
  done
  ticks=$(((ticks + 1) % 10))
  [ $ticks -ne 0 ] || [ ! -d "$1/nginx" ] || "$(dirname "$0")/../docker/count-refused.sh" "$1/nginx" >>"$logs/nginx.log"
done
