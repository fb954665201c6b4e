#!/bin/sh
# Makes a backup every night at BACKUP_AT (HH:MM in TIME_ZONE); run in the folder of the program. One that was missed
# because the machine was off is made at once, one that failed is made again after a quarter of an hour.
set -u
at=${BACKUP_AT:-01:15}
export TZ="${TIME_ZONE:-Europe/Amsterdam}"
made=${LOCAL_DIR:?}/metrics/backup-made
[ "$at" != off ] || exec sleep infinity

mkdir -p "${made%/*}"
while :; do
  if snooze -H "${at%:*}" -M "${at#*:}" -s 1d -t "$made" node infra/operate/dist/backup/main.js backup; then
    touch "$made"
  else
    sleep 900
  fi
done
