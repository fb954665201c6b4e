# Sourced by upgrade-postgres.sh: local processes, to the newest Postgres that Debian (Ubuntu) has installed here. They are down
# meanwhile; what waits in Redis stays there.
dir=$(realpath -m "$(node infra/operate/scripts/read-setting.mjs LOCAL_DIR .local)")
# Perhaps a link (infra/operate/src/local/open-dirs.ts).
data=$(readlink -f "$dir/postgres")
has=$(cat "$data/PG_VERSION")
wanted=$(find /usr/lib/postgresql -mindepth 1 -maxdepth 1 -printf '%f\n' 2>/dev/null | sort -n | tail -n 1)
kept=$data-$has
if [ "$has" -ge "${wanted:-0}" ]; then
  echo "There is nothing to upgrade: the data is of Postgres $has, and this machine has ${wanted:-none from Debian}."
  exit 0
fi
if [ ! -x "/usr/lib/postgresql/$has/bin/postgres" ]; then
  echo "Postgres $has, which made the data, isn't installed. What to do: install it in addition to $wanted, then run this again."
  exit 1
fi
if [ -e "$kept" ]; then
  echo "There is data in $kept already. What to do: remove it, if you don't need it, then this again."
  exit 1
fi
[ -d "$dir/run" ] && was_up=yes || was_up=

back_up() { node infra/operate/dist/backup/main.js backup; }
set_aside() {
  mv "$data" "$kept"
  # A link that is left would keep openDir from making the folder.
  [ ! -L "$dir/postgres" ] || rm "$dir/postgres"
}
restore() {
  SNAPSHOT=$(last_snapshot "$dir")
  YES=1 SNAPSHOT=$SNAPSHOT node infra/operate/dist/backup/main.js restore
}
start() { [ -z "$was_up" ] || CHECKOUT=$PWD node "$dir/current/infra/operate/dist/local/up.js"; }

go_back() {
  infra/operate/scripts/stop.sh "$dir"
  if [ -e "$kept" ]; then
    rm -rf "$data"
    mv "$kept" "$data"
    [ -e "$dir/postgres" ] || ln -s "$data" "$dir/postgres"
  fi
  start >/dev/null || true
}

begin
step 1 4 "stopping" $log "$retry" infra/operate/scripts/stop.sh "$dir"
step 2 4 "backup" $log "$retry" back_up
set_aside
step 3 4 "restoring it into Postgres $wanted, comparing every table" $log "$retry" restore
step 4 4 "starting" $log "$retry" start
end
say_kept "$kept" "rm -rf $kept"
