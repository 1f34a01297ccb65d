import { describe, expect, test } from 'vitest'
import { checksummed } from '../../../../src/api/address.ts'
import { analyze } from '../../../../src/service/risk/analyze.ts'
import type { ChainAccount } from '../../../../src/service/risk/chain/account.ts'
import type { SimulationEvidence } from '../../../../src/service/risk/chain/simulation.ts'
import { simulationSentence } from '../../../../src/service/risk/summary/simulation-sentence.ts'
import { wordsOf } from '../../../../src/service/risk/summary/words.ts'
import { callData, MAX_UINT256 } from '../call-data.ts'
import { approval, change, lowered, measured, observation, tokenCalled } from '../chain/observed.ts'
import { evidence, intel, other, type Situation, sender, stranger, token, transaction } from '../situation.ts'
import { enter, pays, traceOf } from '../trace/trace-builder.ts'
import { safe, wrapInSafe } from '../wrapping.ts'

const USDC = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'
const WETH = '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2'
const listed = (address: string, symbol: string, decimals: number) =>
  intel(address, { kind: 'token', canonical: true, label: symbol, symbol, decimals, source: 'list' })
const trusted = { kind: 'protocol', canonical: true, as: ['payee'] } as const
const known = { intel: [listed(USDC, 'USDC', 6), listed(WETH, 'WETH', 18)] }
const [other_, stranger_, token_] = [other, stranger, token].map(checksummed) as [string, string, string]

function sentence(
  simulated: Partial<SimulationEvidence>,
  { accounts = [], ...situation }: Situation & { readonly accounts?: readonly ChainAccount[] } = {},
): string | undefined {
  const chain = observation(accounts, simulated)
  const given = { ...known, ...situation, chain }
  const [analysis, found] = [analyze(transaction(given), simulated.trace), evidence(given)]
  return simulationSentence(analysis, found, wordsOf(analysis, found))
}

describe('the sentence of what happens', () => {
  test('says what leaves, to whom, what comes back, and what others may take', () => {
    const trace = traceOf(sender, enter(stranger, {}, pays(USDC, sender, other, 250_000_000_000n)))
    const approvals = [approval(stranger, WETH, { takes: 3_200_000_000_000_000_000n })]
    const changes = [change(-250_000_000_000n, USDC)]
    expect(sentence(measured({ changes, approvals, trace }), { to: stranger, data: '0x12345678' })).toBe(
      `You send 250,000 USDC to ${other_} (unknown); you receive nothing; ` +
        `${stranger_} (unknown) may afterwards spend unlimited WETH (could take 3.2 WETH now)`,
    )
  })

  test('of a payment names the recipient of the call data without a trace', () => {
    const changes = [change(-5_000_000n, USDC)]
    expect(sentence(measured({ changes }), { to: USDC, data: callData.transfer(other, 5_000_000n) })).toBe(
      `You send 5 USDC to ${other_} (unknown); you receive nothing`,
    )
  })

  test('of a swap says both sides', () => {
    const changes = [change(-(10n ** 18n)), change(3_000_500_000n, USDC)]
    expect(sentence(measured({ changes }), { to: stranger, data: '0x12345678', value: 10n ** 18n })).toBe(
      `You send 1 ETH to ${stranger_} (unknown); you receive 3,000.5 USDC`,
    )
  })

  test('says that nothing changes', () => {
    expect(sentence(measured())).toBe('No balance of yours changes')
  })

  test('puts the sender before its accounts', () => {
    const changes = [change(-7_000_000n, USDC, { owner: safe }), change(5n)]
    const data = wrapInSafe(other, 0n, '0x12345678')
    expect(sentence(measured({ changes }), { to: safe, data })).toBe(
      `You receive 5 wei; Safe ${checksummed(safe)} sends 7 USDC; Safe ${checksummed(safe)} receives nothing`,
    )
  })

  test('names what a contract calls itself only beside its address', () => {
    const changes = [change(-2_500_000n, token), change(9n, other)]
    const accounts = [tokenCalled(token, 'USDC', { decimals: 6 })]
    expect(sentence(measured({ changes }), { accounts })).toBe(
      `You send 2.5 of ${token_} (calls itself USDC); you receive 9 units of ${other_}`,
    )
  })

  test('shows hidden characters as numbers', () => {
    const accounts = [tokenCalled(token, String.raw`\u{200b}US\u{ad}DC`, { decimals: 0 })]
    expect(sentence(measured({ changes: [change(1n, token)] }), { accounts })).toBe(
      String.raw`You receive 1 of ${token_} (calls itself "\u{200b}US\u{ad}DC")`,
    )
  })

  test('cleans what a contract calls itself', () => {
    const changes = [change(1n, token)]
    const symbol = 'X); you receive 9 (\n\u202e"'
    expect(sentence(measured({ changes }), { accounts: [tokenCalled(token, symbol, { decimals: 0 })] })).toBe(
      `You receive 1 of ${token_} (calls itself "X you receive 9")`,
    )
  })

  describe('names who keeps what a contract pays to others', () => {
    const [pool, vault, fees] = ['01', '02', '03'].map((digits) => `0x${digits.repeat(20)}`) as [string, string, string]
    const THOUSAND = 1_000_000_000n
    const kept = (
      moved: readonly Parameters<typeof pays>[],
      changes: SimulationEvidence['changes'] = [],
      about = {},
    ) => {
      const trace = traceOf(sender, enter(stranger, {}, ...moved.map((each) => pays(...each))))
      return sentence(measured({ changes, trace }), { to: stranger, data: '0x12345678', ...about })
    }

    test('where no own balance changes', () => {
      expect(kept([[USDC, vault, other, 250n * THOUSAND]])).toBe(
        `No balance of yours changes; ${other_} (unknown) keeps 250,000 USDC`,
      )
    })

    test('behind the contract that the sender pays', () => {
      const moved: Parameters<typeof pays>[] = [
        [USDC, sender, stranger, 5n * THOUSAND],
        [USDC, stranger, other, 5n * THOUSAND],
      ]
      expect(kept(moved, [change(-5n * THOUSAND, USDC)])).toBe(
        `You send 5,000 USDC to ${stranger_} (unknown); you receive nothing; ${other_} (unknown) keeps 5,000 USDC`,
      )
    })

    test.each<[string, Parameters<typeof pays>[], object]>([
      ['a known contract', [[USDC, vault, other, THOUSAND]], { intel: [...known.intel, intel(other, trusted)] }],
      ['the called contract', [[USDC, vault, stranger, THOUSAND]], {}],
      [
        'one who passes it on',
        [
          [USDC, vault, other, THOUSAND],
          [USDC, other, vault, THOUSAND],
        ],
        {},
      ],
      ['a token that no list has', [[token, vault, other, THOUSAND]], {}],
    ])('not %s', (_, moved, about) => {
      expect(kept(moved, [], about)).toBe('No balance of yours changes')
    })

    test('neither pools that give as much nor fees below one per cent', () => {
      const ether = 10n ** 18n
      const swapped = (fee: bigint, paid: bigint) =>
        kept(
          [
            [USDC, sender, pool, 3000n * 1_000_000n],
            [WETH, pool, sender, paid - fee],
            [WETH, pool, fees, fee],
          ],
          [change(-3000n * 1_000_000n, USDC), change(paid - fee, WETH)],
          { priceOf: (asset: string) => (asset === WETH ? { usd: '3000', decimals: 18, isStale: false } : undefined) },
        )
      expect(swapped(ether / 200n, ether)).not.toContain('keeps')
      expect(swapped(ether / 20n, ether)).toContain(`${checksummed(fees)} (unknown) keeps 0.05 WETH`)
    })
  })

  test('names items, operators and Permit2', () => {
    const item = { standard: 'erc721', id: 7n } as const
    const changes = [change(-1n, token, item), change(-3n, other, { standard: 'erc1155', id: 2n })]
    const operator = approval(stranger, token, { kind: 'operator', standard: 'erc721', amount: undefined })
    const permit2 = approval(stranger, USDC, { amount: 5_000_000n, kind: 'permit2' })
    expect(sentence(measured({ changes, approvals: [operator, permit2] }))).toBe(
      `You send 3 × item 2 of ${other_} and item 7 of ${token_}; you receive nothing; ` +
        `${stranger_} (unknown) may afterwards spend every item of ${token_} and up to 5 USDC through Permit2`,
    )
  })

  test('tells an allowance that is lower than before, and what has ended', () => {
    const before = MAX_UINT256
    const lower = (about: object) => lowered(stranger, USDC, { amount: 100_000_000n, before, ...about })
    const alone = (about: object) => sentence(measured({ lowered: [lower(about)] }))
    const may = `${stranger_} (unknown) may`
    expect(alone({})).toBe(`${may} afterwards spend up to 100 USDC (unlimited before)`)
    expect(alone({ before: 1_000_000_000n })).toBe(`${may} afterwards spend up to 100 USDC (1,000 before)`)
    expect(alone({ kind: 'permit2' })).toBe(`${may} afterwards spend up to 100 USDC through Permit2 (unlimited before)`)
    const no = `${may} no longer`
    expect(alone({ amount: 0n })).toBe(`${no} spend your USDC`)
    expect(alone({ amount: 0n, kind: 'permit2' })).toBe(`${no} spend your USDC through Permit2`)
    expect(alone({ amount: 0n, owner: safe })).toBe(`${no} spend USDC of ${checksummed(safe)}`)
    const all = { standard: 'erc721', token, amount: undefined, before: undefined } as const
    expect(alone(all)).toBe(`${no} take items of ${token_}`)
    expect(alone({ ...all, id: 7n })).toBe(`${no} take item 7 of ${token_}`)
  })

  test('tells what is given before what is lower, and what has ended last', () => {
    const text = sentence(
      measured({
        approvals: [approval(other, WETH)],
        lowered: [
          lowered(stranger, USDC, { amount: 0n, before: 5n }),
          lowered(stranger, WETH, { amount: 0n, before: 5n }),
          lowered(stranger, token, { amount: 5n, before: 7n }),
        ],
      }),
      { accounts: [tokenCalled(token, 'ABC', { decimals: 0 })] },
    )
    expect(text).toBe(
      `${other_} (unknown) may afterwards spend unlimited WETH; ` +
        `${stranger_} (unknown) may afterwards spend up to 5 of ${token_} (calls itself ABC) (7 before); ` +
        `${stranger_} (unknown) may no longer spend your USDC and your WETH`,
    )
    const many = Array.from({ length: 40 }, (_, i) => lowered(`0x${String(i).padStart(40, 'd')}`, USDC, { before: 5n }))
    expect(sentence(measured({ lowered: many }))).toMatch(/; 37 more addresses get no allowance any more$/)
  })

  test('is bounded: verified assets first, then how many more', () => {
    const many = Array.from({ length: 40 }, (_, i) => `0x${String(i).padStart(40, 'd')}`)
    const changes = [...many.map((each) => change(-(10n ** 30n), each)), change(-1n, USDC)]
    const approvals = many.map((each) => approval(each, USDC))
    const text = sentence(measured({ changes, approvals })) ?? ''
    expect(text).toMatch(
      /^You send 0\.000001 USDC, .* and 38 more; you receive nothing; .*; 37 more addresses get an allowance$/,
    )
    expect(text.length).toBeLessThan(700)
  })

  test('says that balances were not measured', () => {
    expect(sentence({ status: 'ok', method: 'trace', changes: [change(-1_000_000n, USDC)] })).toBe(
      'You send 1 USDC; you receive nothing, by its events',
    )
  })

  test('of a transaction that fails gives the reason', () => {
    expect(sentence({ status: 'reverted', method: 'simulate', reason: 'paused' })).toBe(
      'It fails at this block: paused; its effects are not known',
    )
    expect(sentence({ status: 'reverted', method: 'simulate' })).toBe(
      'It fails at this block; its effects are not known',
    )
  })

  test('is absent without a simulation', () => {
    expect(sentence({})).toBeUndefined()
    const [analysis, nothing] = [analyze(transaction()), evidence({})]
    expect(simulationSentence(analysis, nothing, wordsOf(analysis, nothing))).toBeUndefined()
  })
})
