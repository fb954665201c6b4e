#!/usr/bin/env bash
# make scan-secrets: looks for secrets in every commit, with git-secrets. First it plants one of each kind in a
# repository of its own and expects to find them: a pattern that matches nothing looks just like a clean history.
set -euo pipefail
zeros() { printf '0%.0s' $(seq "$1"); }
# Each pattern with what it must find. git-secrets finds whole words only, hence `,}` at their ends, and
# splits a pattern at a space.
patterns=() samples=()
secret() { patterns+=("$1") samples+=("$2"); }
# Keys of cloud, code, mail and payment services, by the beginnings that these publish for that purpose.
secret '(AKIA|ASIA)[A-Z0-9]{16}' "AKIA$(zeros 16)"
secret 'gh[pousr]_[A-Za-z0-9]{36,}' "ghp_$(zeros 36)"
secret 'github_pat_[A-Za-z0-9_]{60,}' "github_pat_$(zeros 82)"
secret 'glpat-[A-Za-z0-9_-]{20,}' "glpat-$(zeros 20)"
secret 'npm_[A-Za-z0-9]{36,}' "npm_$(zeros 36)"
secret 'xox[abprs]-[A-Za-z0-9-]{20,}' "xoxb-$(zeros 24)"
secret '[rs]k_live_[A-Za-z0-9]{20,}' "sk_live_$(zeros 24)"
secret 'SG\.[A-Za-z0-9_-]{22}\.[A-Za-z0-9_-]{43,}' "SG.$(zeros 22).$(zeros 43)"
secret 'AIza[A-Za-z0-9_-]{35,}' "AIza$(zeros 35)"
# Private keys and signed tokens.
secret '-----BEGIN[[:space:]]([A-Z]+[[:space:]])?PRIVATE[[:space:]]KEY-----' "-----BEGIN EC ""PRIVATE KEY-----"
secret 'eyJ[A-Za-z0-9_-]{10,}\.eyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{20,}' "eyJ$(zeros 10).eyJ$(zeros 10).$(zeros 43)"
# Our own settings, as make up writes them into .env.
secret '(ADMIN_SECRET_KEY|JWT_SECRET|WEBHOOK_SIGNING_SECRET|BOOKING_[A-Z]+_SECRET|[A-Z]+_PASSWORD)=[A-Za-z0-9+/_-]{20,}' "JWT_SECRET=$(zeros 48)"

# For the git commands of this script alone: nothing of the repository's settings is changed.
GIT_CONFIG_COUNT=0
configure() {
  export "GIT_CONFIG_KEY_$GIT_CONFIG_COUNT=$1" "GIT_CONFIG_VALUE_$GIT_CONFIG_COUNT=$2"
  export GIT_CONFIG_COUNT=$((GIT_CONFIG_COUNT + 1))
}
for pattern in "${patterns[@]}"; do configure secrets.patterns "$pattern"; done

planted=$(mktemp -d)
trap 'rm -rf "$planted"' EXIT
git -C "$planted" init --quiet
printf '%s\n' "${samples[@]}" >"$planted/secrets"
git -C "$planted" add secrets
git -C "$planted" -c user.name=test -c user.email=test@example.org commit --quiet --message planted
# It finds what was there before a commit that takes it away.
git -C "$planted" rm --quiet secrets
git -C "$planted" -c user.name=test -c user.email=test@example.org commit --quiet --message removed
found=$(cd "$planted" && git secrets --scan-history 2>&1 | grep -c ':secrets:' || true)
if [ "$found" != ${#samples[@]} ]; then
  echo "Of ${#samples[@]} secrets that were planted only $found were found."
  exit 1
fi

if found=$(git secrets --scan-history 2>&1); then
  echo "No secret in $(git rev-list --all --count) commits. All ${#samples[@]} that were planted elsewhere were found."
else
  # With the secret itself this would be one more place where it stands.
  sed -nE 's/^([0-9a-f]{40}:[^:]+:[0-9]+):.*/\1/p' <<<"$found"
  echo "What to do: replace each of these secrets where it is used; being in the history, it counts as known."
  exit 1
fi
