#!/bin/sh
# Prints the users of Redis as its ACL file has them (https://redis.io/docs/latest/operate/oss_and_stack/management/security/acl):
# for the container, the local process and the tests alike. Passwords only as their SHA-256.
# REDIS_PASSWORD         of `default`, the operator's, who may do everything; without one nobody is asked for it
# REDIS_API_PASSWORD     of the api, and REDIS_WORKER_PASSWORD of the worker; who has none isn't there
set -eu
hash() { printf %s "$1" | sha256sum | cut -c 1-64; }
user() {
  # Keys begin with the name of the queues in braces. What could stop Redis, read all of it at once, change its
  # settings or empty it is in these two categories.
  [ -z "$2" ] || echo "user $1 on #$(hash "$2") ~{* resetchannels +@all -@admin -@dangerous -@pubsub -function +info $3"
}

if [ -n "${REDIS_PASSWORD:-}" ]; then password="#$(hash "$REDIS_PASSWORD")"; else password=nopass; fi
echo "user default on $password ~* &* +@all"
# It checks at its start that a 202 means "on disk".
user voordeur_api "${REDIS_API_PASSWORD:-}" '+config|get'
# After a person was erased, so that the file of commands forgets them too.
user voordeur_worker "${REDIS_WORKER_PASSWORD:-}" '+bgrewriteaof'
