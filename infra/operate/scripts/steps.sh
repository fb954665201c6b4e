# Sourced by what make runs: goes to the checkout, asks for Node, and runs a command behind one line of progress.
#   step NUMBER OF WHAT LOG NEXT COMMAND…   on a failure shows the end of LOG and what to do next, and exits
#   until_ready                             waits for the site on this machine, a minute at most
#   setting NAME [DEFAULT]                  prints one as the processes see it
#   say_first_visit SITE                    the lines with the link that opens an admin area nobody has opened yet, if so
#   has_engine, has_containers              whether Docker answers, and whether it has containers of this product
cd "$(dirname "${BASH_SOURCE[0]}")/../../.."

node -e 'const [major, minor] = process.versions.node.split("."); process.exit(major > 20 || (major == 20 && minor >= 19) ? 0 : 1)' 2>/dev/null || {
  echo "Node 20.19 or newer is needed (found: $(node --version 2>/dev/null || echo none)). What to do: install it, from https://nodejs.org for example."
  exit 1
}

setting() { node infra/operate/scripts/read-setting.mjs "$@"; }
has_engine() { docker compose version >/dev/null 2>&1 && docker info >/dev/null 2>&1; }
has_containers() { [ -f .env ] && [ -n "$(docker compose ps --all --quiet 2>/dev/null)" ]; }

say_first_visit() {
  local hash
  hash=$(docker compose exec -T api node api/dist/admin-session/print-setup-link.js 2>/dev/null) && [ "$hash" ] || return 0
  printf '\n  first      %s/admin%s\n             (opens the admin once, within the hour)' "$1" "$hash"
}

step() {
  local line="[$1/$2] $3 …" log=$4 next=$5 started=$SECONDS code=0 pid
  shift 5
  mkdir -p "$(dirname "$log")"
  printf '%s' "$line"
  : >"$log" && chmod 640 "$log"
  "$@" >"$log" 2>&1 </dev/null &
  pid=$!
  trap 'kill $pid 2>/dev/null; printf "\n"; exit 130' INT TERM
  while [ -t 1 ] && kill -0 $pid 2>/dev/null; do
    printf '\r%s %d s' "$line" $((SECONDS - started))
    sleep 1
  done
  wait $pid || code=$?
  trap - INT TERM
  [ ! -t 1 ] || printf '\r%s' "$line"
  if [ $code -eq 0 ]; then
    printf ' %d s\n' $((SECONDS - started))
    return
  fi
  printf ' failed after %d s\n\n' $((SECONDS - started))
  echo "The last lines of $log:"
  tail -n 20 "$log" | sed 's/^/  /'
  echo "What to do: $next"
  exit 1
}

until_ready() {
  timeout 60 node -e '
    const isReady = () => fetch(process.argv[1]).then(({ ok }) => ok, () => false);
    const look = async () => (await isReady()) || setTimeout(look, 200);
    look();
  ' "http://127.0.0.1:$(setting WEB_PORT 8080)/api/health/ready" ||
    echo "It isn't ready after a minute. What to do: make status, make logs."
}
