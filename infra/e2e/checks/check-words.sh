#!/usr/bin/env bash
# npm run check:words: words and phrases of words-to-avoid.txt in code, comments, docs and the English catalogue.
set -euo pipefail

# Not in Dutch, in what others wrote, in generated files and in the list itself.
skipped=('*/nl.*' '*/nl/*' '*LICENSE*' '*THIRD-PARTY-NOTICES.md' '*package-lock.json' '*openapi.json' '*words-to-avoid.txt' '*.svg' '*.vtt')
if git grep -niwIE -f <(grep -v '^#' infra/e2e/checks/words-to-avoid.txt) -- . "${skipped[@]/#/:!}"; then
  echo 'Rewrite these in the words an English-speaking engineer would use (CONTRIBUTING.md).'
  exit 1
fi

# Comments and test titles begin with their subject.
skipped+=('contracts/src/db/migrations/' '*.json' '*.md' '*.csv' '*check-words.sh')
openers='(Of|Those|Whose|Which|Whom?|What)'
if git grep -nIE -e "(//|/\*\*?|^ *\*|--|#) *$openers " -e "(\b(it|test|describe)|\))\(['\"\`](${openers,,}|$openers) " \
  -e '\b([Bb]eside|[Ss]o many|told|[Ss]tands [a-hj-z]\w*)\b' -- . "${skipped[@]/#/:!}"; then
  echo 'Rewrite these: begin with the subject, or use other words (CONTRIBUTING.md).'
  exit 1
fi
