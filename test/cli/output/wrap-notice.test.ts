import { expect } from 'vitest'
import { wrapNotice } from '../../../src/cli/output/words.ts'
import { test } from '../../support/cli.ts'

const COMMAND = `txwarden hold approve ${'0'.repeat(36)} --profile production`

test.each([
  ['short', 'short'],
  [
    '! it has no destination: no message is sent. Try: txwarden alert update x',
    '! it has no destination: no message is sent.\n  Try: txwarden alert update x',
  ],
  [
    'Next attempt at 2026-01-02 03:04 UTC. Try: sleep 5; txwarden delivery send',
    'Next attempt at 2026-01-02 03:04 UTC.\nTry: sleep 5; txwarden delivery send',
  ],
  [
    'MONITOR alerts fire for reported transactions only. Follow with: txwarden serve --follow base',
    'MONITOR alerts fire for reported transactions only.\nFollow with: txwarden serve --follow base',
  ],
  [
    '  which is not followed yet, although it is monitored there',
    '  which is not followed yet, although it is\n  monitored there',
  ],
  [`    ${COMMAND}`, `    ${COMMAND}`],
  [`  printf %s "$TOKEN" | ${COMMAND}`, `  printf %s "$TOKEN" | ${COMMAND}`],
  [`Try: ${COMMAND}`, `Try: ${COMMAND}`],
])('of %j, words are wrapped and commands stay whole', (text, shown) => {
  expect(wrapNotice(text, 52)).toBe(shown)
})

test('notices and empty lists are wrapped on a terminal only', async ({ cli }) => {
  const argv = ['monitor', 'activity', '0x52908400098527886E0F7030069857D2E4169EE7']
  const [first = ''] = (await cli(argv, { tty: true, columns: 60 })).stdout.split('\n')
  expect(first.length).toBeLessThanOrEqual(60)
  const add = ['monitor', 'add', argv[2] ?? '', '--chain', 'base']
  const shown = await cli(add, { tty: true, columns: 60 })
  for (const line of shown.stderr.split('\n')) expect(line.length).toBeLessThanOrEqual(60)
  expect((await cli([...add, '--if-absent'])).stderr.split('\n').length).toBeLessThanOrEqual(2)
})
