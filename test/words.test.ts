import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Words of identifiers, comments and texts that readers stumble over, and what to write instead. */
const words: Readonly<Record<string, string>> = {
  told: 'notified, reported',
  tell: 'notify (people), report or say (errors), show (data)',
  tells: 'notifies, reports, says, shows',
  telling: 'notifying, reporting',
  gone: 'dropped, removed, missing',
  stranger: 'third party, unknown address',
  strangers: 'third parties, unknown addresses',
  thief: 'attacker',
  thieves: 'attackers',
  whom: 'the address that …',
  whoever: 'the account that …',
  whatever: 'any',
  nobody: 'no one, no account',
  anybody: 'anyone',
  judge: 'validate',
  judges: 'validates',
  judged: 'validated, with a verdict',
  judging: 'validation',
  unjudged: 'without a verdict',
  deed: 'action',
  deeds: 'actions',
  bystander: 'third party',
  bystanders: 'third parties',
  happening: 'event',
  happenings: 'events',
  anew: 'again',
  lest: 'so that … not',
  heed: 'apply',
  mend: 'fix',
  mended: 'fixed',
  reckon: 'compute',
}

/** Columns, stored codes, members, paths and error codes: they are interfaces and keep their names. */
const interfaces =
  /\b(?:lag_told_at|told_alerts|gone_number|gone_at|chain_events_gone|GONE|goneFrom|happening|judged: (?:z\.|replayed)|body\.judged|proxy\.forward-unjudged)|unjudged-calls?\b|[uU]njudgedCall\w*|index\('gone'|code: 'gone'|410 \(gone\)|'unjudged', encodeURI|\bjudge: service|\bunjudged\b(?=[':,} -]|`)/g

/** A table of selectors, in which any letters may meet. */
const base64 = /'[\w+/=]{200,}'/g

/** Base64, names in demo data from which addresses are derived, and lists of words that are looked for. */
const files = globSync('src/**/*.ts')
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => !/-functions\/|function-names\/|demo-data/.test(path))

test('identifiers, comments and texts of src use the words of the field', () => {
  const found = files.flatMap((path) =>
    readFileSync(path, 'utf8')
      .split('\n')
      .flatMap((line, at) =>
        (
          line
            .replace(base64, '')
            .replace(interfaces, '')
            .match(/[A-Z]?[a-z]+|[A-Z]{2,}(?![a-z])/g) ?? []
        )
          .filter((word) => Object.hasOwn(words, word.toLowerCase()))
          .map((word) => `${path}:${at + 1} ${word}: write ${words[word.toLowerCase()]}`),
      ),
  )
  expect(found).toEqual([])
})
