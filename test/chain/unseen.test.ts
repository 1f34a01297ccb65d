import { writeFileSync } from 'node:fs'
import { expect } from 'vitest'
import { wilson } from '../../bench/detection/figures.ts'
import type { Verdict } from '../../src/api/verdict.ts'
import { type UnseenCall, unseenCalls } from '../support/chain/unseen-calls.ts'
import { judged, requestOf } from '../support/chain/verdicts.ts'
import { startWorld } from '../support/chain/world.ts'
import { makeCli } from '../support/cli.ts'
import { needs } from '../support/needs.ts'

/**
 * Not found, with the reason. A new one fails the test, and one that is found now has to leave the list. UNSEEN_REPORT names
 * a file for the verdicts.
 */
const missed: Readonly<Record<string, string>> = {
  'implementation-silently': 'The slot is empty before: it is no proxy.',
  name: 'Registries of names without events are read for no kind of contract.',
}

/** Warned of, with the reason. */
const falseAlarms: Readonly<Record<string, string>> = {
  'opaque-deposit-usdc': 'An unknown function takes an asset for tokens that no source knows.',
  'opaque-deposit-dai': 'An unknown function takes an asset for tokens that no source knows.',
  'opaque-deposit-weth': 'An unknown function takes an asset for tokens that no source knows.',
  'opaque-deposit-steth': 'An unknown function takes an asset for tokens that no source knows.',
  'opaque-deposit-mkr': 'An unknown function takes an asset for tokens that no source knows.',
  liquidity: 'An unknown function takes two assets for tokens that no source knows.',
  buy: 'An unknown function is paid and names one collection, which no source knows.',
}

const isFound = (verdict: Verdict) => verdict !== 'SAFE' && verdict !== 'NO DATA'

needs('anvil').test(
  'attacks that a block shows are found, and honest calls are not warned of',
  async () => {
    let calls: readonly UnseenCall[] = []
    await using world = await startWorld('anvil', {
      early: async (contracts) => {
        calls = await unseenCalls(contracts)
      },
    })
    const cli = makeCli()
    const env = { TXWARDEN_CHAIN_ETHEREUM_URL: world.url }
    const argv = ['validate', '--file', '-', '--json', '--fail-on', 'never', '--chain-timeout', '10s']
    const verdicts = new Map<UnseenCall, ReturnType<typeof judged>>()
    for (const call of calls) {
      const { code, stdout, stderr } = await cli(argv, { stdin: JSON.stringify(requestOf(call.tx)), env })
      expect({ code, stderr }, call.id).toEqual({ code: 0, stderr: '' })
      verdicts.set(call, judged(JSON.parse(stdout)))
    }
    const entries = Array.from(verdicts)
    const of = (isAttack: boolean) => entries.filter(([call]) => call.isAttack === isAttack)
    const line = ([{ family, id }, { verdict, score, reasons, unread, summary }]: (typeof entries)[number]) =>
      `${family}/${id}: ${verdict} ${score} ${reasons[0] ?? unread.join('; ')}; ${summary}`
    const lost = of(true).filter(([, { verdict }]) => !isFound(verdict))
    const warned = of(false).filter(([, { verdict }]) => isFound(verdict))
    const share = (count: number, n: number) =>
      `${count}/${n} [${wilson(count, n)
        .map((bound) => (bound * 100).toFixed(0))
        .join(', ')}]`
    const lines = [
      `attacks found ${share(of(true).length - lost.length, of(true).length)}`,
      ...lost.map(line),
      `honest at WARNING or more ${share(warned.length, of(false).length)}`,
      ...warned.map(line),
      `honest NO DATA ${share(of(false).filter(([, { verdict }]) => verdict === 'NO DATA').length, of(false).length)}`,
    ]
    if (process.env.UNSEEN_REPORT !== undefined) writeFileSync(process.env.UNSEEN_REPORT, `${lines.join('\n')}\n`)
    expect(of(true).length).toBeGreaterThanOrEqual(35)
    expect(of(false).length).toBeGreaterThanOrEqual(40)
    expect(
      of(true)
        .filter(([, { verdict }]) => verdict === 'SAFE')
        .map(([{ id }]) => id),
    ).toEqual([])
    expect(warned.filter(([, { verdict }]) => verdict !== 'WARNING').map(([{ id }]) => id)).toEqual([])
    expect(lost.map(([{ id }]) => id)).toEqual(Object.keys(missed))
    expect(warned.map(([{ id }]) => id)).toEqual(Object.keys(falseAlarms))
  },
  900_000,
)
