#!/usr/bin/env bash
# make pin-images: writes the digest that each base image has today behind its tag, in the compose files and Dockerfiles, so
# that every machine runs the same bytes until this is run again. Asks the registries of the images; changes all or nothing.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

files=(docker-compose.yml docker-compose.observe.yml infra/docker/*.Dockerfile)
# name:tag, with its digest or without; stages of a build have no tag, and our own images begin with a variable.
pattern='(FROM|image:) +[a-z0-9./-]+:[A-Za-z0-9_.-]+'
edits=()
for image in $(grep -hoE "$pattern" "${files[@]}" | awk '{ print $2 }' | sort -u); do
  docker pull --quiet "$image" >/dev/null || {
    echo "$image can't be had from its registry, so nothing was changed. What to do: run this where it can be reached."
    exit 1
  }
  digest=$(docker image inspect --format '{{join .RepoDigests "\n"}}' "$image" | sed -n '1s/.*@//p')
  [ -n "$digest" ] || { echo "$image has no digest: it was made on this machine. Nothing was changed." && exit 1; }
  echo "$image@$digest"
  edits+=(-e "s#((FROM|image:) +)${image//./\\.}(@sha256:[0-9a-f]+)?( |\$)#\\1$image@$digest\\4#")
done
sed -i -E "${edits[@]}" "${files[@]}"
