import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as Address from 'ox/Address'
import * as Hash from 'ox/Hash'
import * as Hex from 'ox/Hex'
import { describe, expect, test } from 'vitest'
import { baselineTable, EXECUTORS, executorsTable, readBaseline, TABLE } from '../../../scripts/baseline.ts'
import { chainIds } from '../../../src/api/chains.ts'
import { subCategoryNames } from '../../../src/api/vocabulary.ts'
import { baselineFor, baselineTokensLike, searchTokensLike } from '../../../src/service/intel/baseline.ts'
import { baselineEntries, entriesFrom, testAddresses } from '../../../src/service/intel/baseline-records.ts'
import { isOpenExecutor } from '../../../src/service/risk/parties/controlled-accounts.ts'
import { skeletonOf } from '../../../src/service/risk/parties/similarity.ts'
import { protocols } from '../../../src/service/risk/typed-data/messages/look-up.ts'
import { callData } from '../risk/call-data.ts'
import { judged, token } from '../risk/situation.ts'

const baseline = baselineEntries().map((entry) => entry.record())

describe('the files of data/baseline', () => {
  const read = readBaseline()

  test('have no problems', () => {
    expect(read.problems).toEqual([])
    expect(read.contracts.length).toBeGreaterThan(900)
    expect(read.tokens.length).toBeGreaterThan(900)
  })

  test('are what the tables were written from: otherwise run `npm run baseline`', () => {
    // A comparison would print all of it.
    expect(readFileSync(TABLE, 'utf8') === baselineTable(read)).toBe(true)
    expect(readFileSync(EXECUTORS, 'utf8')).toBe(executorsTable(read))
  })

  test('have an executor that every installation of Multicall, Safe and Uniswap knows', () => {
    const known = (address: string, chainId: string) => isOpenExecutor(address.toLowerCase(), chainId)
    expect(known('0xA83c336B20401Af773B6219BA5027174338D1836', '8453')).toBe(true)
    expect(
      ['1', '42161', '11155111', '10'].map((id) => known('0x5BA1e12693Dc8F9c48aAD8770482f4739bEeD696', id)),
    ).toEqual([true, true, true, false])
  })

  test('make a table of tokens of at most 60 kB', () => {
    const { tokens } = read
    expect(Buffer.byteLength(baselineTable({ ...read, contracts: [], tokens }))).toBeLessThan(60_000)
  })

  test.each([
    ['a checksum that does not fit', 'name: "A"', 'name: "A"', /no valid EIP-55 checksum/],
    ['an unknown chain', 'chains: [1]', 'chains: [5]', /is not a supported chain/],
    ['an unknown word', 'as: [payee]', 'as: [owner]', /as\.0 Invalid option/],
    ['no word', 'as: [payee]', 'as: []', /row 1: as/],
    ['a multicall that is no executor', 'name: "A"', 'name: "A Multicall"', /A Multicall: is named like an executor/],
    ['no source', ', source: "a/b README.md"', '', /row 1: source/],
    ['a source of no known repository', 'a/b README.md', 'c/d README.md', /no file of a known repository/],
    ['a repository without a file', 'a/b README.md', 'a/b', /no file of a known repository/],
    ['a member that no row has', 'as: [payee]', 'as: [payee], spender: yes', /Unrecognized key/],
  ])('with %s are refused', (what, from, to, expected) => {
    const address = what.startsWith('a checksum') ? '0xC36442B4a4522E871399CD717aBDD847Ab11FE88' : POSITIONS
    const row = `  - {name: "A", chains: [1], address: "${address}", as: [payee], source: "a/b README.md"}`
    expect(problemsOf([row.replace(from, to)])).toEqual([expect.stringMatching(expected)])
  })

  test('with an address twice on a chain, or out of order, are refused', () => {
    const row = (name: string, chains: string) =>
      `  - {name: "${name}", chains: ${chains}, address: "${POSITIONS}", as: [payee], source: "a/b README.md"}`
    expect(problemsOf([row('A', '[1]'), row('B', '[10]')])).toEqual([])
    expect(problemsOf([row('A', '[10, 1]'), row('B', 'all')])).toEqual([
      expect.stringContaining(`B: 1 ${POSITIONS.toLowerCase()} is also A`),
      expect.stringContaining(`B: 10 ${POSITIONS.toLowerCase()} is also A`),
    ])
    expect(problemsOf([row('B', '[1]'), row('A', '[10]')])).toEqual([expect.stringContaining('is not in order')])
  })
})

const POSITIONS = '0xC36442b4a4522E871399CD717aBDD847Ab11FE88'

/** Problems of a folder with these rows of contracts. */
function problemsOf(rows: readonly string[]): readonly string[] {
  const folder = mkdtempSync(join(tmpdir(), 'txwarden-baseline-'))
  try {
    writeFileSync(join(folder, 'sources.yaml'), 'repositories: {a/b: "0123abcd"}\ndocuments: {}\npayments: {}\n')
    writeFileSync(
      join(folder, 'tokens.yaml'),
      `lists: {x: "a/b list"}\ntokens:\n  - {chain: 1, address: "${POSITIONS}", symbol: X, decimals: 2, name: X, list: x}\n`,
    )
    writeFileSync(join(folder, 'a.yaml'), `contracts:\n${rows.join('\n')}\n`)
    return readBaseline(folder).problems
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

describe('the baseline', () => {
  test('every address has a valid EIP-55 checksum', () => {
    const written = baseline.map((record) => record.address)
    expect(written).toEqual(written.map((address) => Address.checksum(address.toLowerCase() as Address.Address)))
  })

  test('has one record of a kind per address and chain', () => {
    const repeated = chainIds.flatMap((chainId) =>
      baseline
        .map(({ address }) => baselineFor(address, chainId).map(({ kind }) => kind))
        .filter((kinds) => new Set(kinds).size < kinds.length),
    )
    expect(repeated).toEqual([])
  })

  test('names the baseline as source and only supported chains', () => {
    expect(new Set(baseline.map((record) => record.source))).toEqual(new Set(['txwarden baseline']))
    expect(baseline.flatMap((record) => record.chainIds).filter((id) => !chainIds.includes(id))).toEqual([])
  })

  test('has no malicious records except the test addresses', () => {
    const accused = baseline.filter(({ kind }) => kind === 'malicious' || kind === 'mixer' || kind === 'sanctioned')
    expect(accused.filter(({ address }) => !/^0x7e57/i.test(address))).toEqual([])
  })

  test('finds the same tokens by a search as by a map of all skeletons', () => {
    // More look-ups than are answered by a search.
    for (let count = 0; count < 100; count++) baselineFor(testAddresses.benign)
    const tokens = baseline.filter(({ kind }) => kind === 'token')
    const names = tokens.flatMap(
      ({ symbol = '', label, chainIds: [id = ''] }) =>
        [
          [symbol, id],
          [label, id],
        ] as const,
    )
    const wanted = [
      ...names,
      ...names.map(([name, id]) => [name.replace(/ \(.*/, ''), id] as const),
      ['18', '1'] as const,
    ]
    for (const [name, id] of wanted)
      expect(searchTokensLike(skeletonOf(name), id)).toEqual(baselineTokensLike(skeletonOf(name), id))
    expect(searchTokensLike(skeletonOf('USD Coin'), '1').map(({ symbol }) => symbol)).toEqual(['USDC'])
    expect(searchTokensLike(skeletonOf('USDC'), '5')).toEqual([])
  })

  test('finds tokens by skeletons that are the same for plain names and for names with an invisible character', () => {
    const names = baseline.flatMap(({ symbol, label }) => (symbol === undefined ? [label] : [symbol, label]))
    expect(names.filter((name) => skeletonOf(name) !== skeletonOf(`${name}\u200b`))).toEqual([])
  })

  test('knows each contract that accepts messages of a known protocol', () => {
    const contracts = protocols()
      .filter(({ name }) => name !== 'Hyperliquid')
      .flatMap((protocol) => protocol.contracts)
    expect(contracts.filter((address) => baselineFor(address).length === 0)).toEqual([])
  })
})

describe('look-up', () => {
  const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'

  test('ignores case', () => {
    const found = baselineFor(usdc, '1').map((record) => record.label)
    expect(found).toEqual(['USD Coin (USDC)'])
    expect(baselineFor(usdc.toLowerCase(), '1')).toEqual(baselineFor(usdc, '1'))
  })

  test('a token is known on its own chain only, Permit2 on every chain', () => {
    const known = (address: string) => chainIds.filter((chainId) => baselineFor(address, chainId).length > 0)
    expect(known(usdc)).toEqual(['1'])
    expect(known('0x4200000000000000000000000000000000000006')).toEqual(['10', '8453'])
    expect(known('0x000000000022D473030F116dDEE9F6B43aC78BA3')).toEqual(chainIds)
  })

  test('the text of the tables has the same entries in the same order', () => {
    const entries = baselineEntries()
    const shown = (found: readonly { address: string; record(): unknown }[]) =>
      JSON.stringify(found.map((each) => each.record()))
    const byDigits = Map.groupBy(entries, ({ address }) => address.slice(2, 5))
    for (const [digits, alike] of byDigits) expect(shown(entriesFrom(digits, undefined))).toBe(shown(alike))
    const onChain = entries.filter(
      (entry) => ['1', undefined].includes(entry.record().chainIds[0]) || entry.record().kind !== 'token',
    )
    expect(shown(entriesFrom('', '1'))).toBe(shown(onChain))
    expect(entriesFrom('a0b86991c6218b36c1d19d4a2e9eb0ce3606eb49', undefined)).toEqual([])
  })

  test('an unknown address has no records', () => {
    expect(baselineFor('0x57a4d4f5061728394a5b6c7d8e9fa0b1c2d3e4f5', '1')).toEqual([])
  })
})

describe('approvals for widely used contracts', () => {
  const coin = '0x70ce5a1b3c2d4f5061728394a5b6c7d8e9fa0b12'
  const grant = (chainId: string, spender: string) => {
    const data = callData.approve(spender.toLowerCase(), 2n ** 256n - 1n)
    return judged({ to: coin, data, intel: baselineFor(spender, chainId) }).status
  }

  test.each([
    ['an aggregator', '1', '0x6A000F20005980200259B80c5102003040001068'],
    ['the token approval of an aggregator', '56', '0x2c34A2Fb1d0b4f55de51E1d0bDEfaDDce6b7cDD6'],
    ['a router', '8453', '0xcF77a3Ba9A5CA399B7c97c74d54e5b1Beb874E43'],
    ['a bridge', '42161', '0xe35e9842fceaCA96570B734083f4a58e8F7C5f2A'],
    ['a market', '1', '0x2f18F339620a63e43f0839Eeb18D7de1e1Be4DfB'],
    ['a lending pool', '56', '0x6807dc923806fE8Fd134338EABCA509979a7e0cB'],
  ])('%s: no finding', (_, chainId, spender) => {
    expect(grant(chainId, spender)).toBe('SAFE')
  })

  test('the same address on another chain is not covered', () => {
    const address = '0x5F719c2F1095F7B9fc68a68e35B51194f4b6abe8'
    expect([grant('43114', address), grant('56', address)]).toEqual(['SAFE', 'WARNING'])
  })

  test('excludes a contract known to leak allowances', () => {
    expect(grant('1', '0x00000000FdAC7708D0D360BDDc1bc7d097F47439')).toBe('WARNING')
  })
})

describe('test addresses', () => {
  test.each(Object.entries(testAddresses))('%s is 0x7e57 and the end of the hash of its name', (name, address) => {
    const hash = Hash.keccak256(Hex.fromString(`txwarden test address: ${name}`))
    expect(address.toLowerCase()).toBe(`0x7e57${hash.slice(-36)}`)
  })

  test.each([
    ['sanctioned', 'UNSAFE 100 BLOCKED sanctionedInteraction'],
    ['mixer', 'UNSAFE 80 BLOCKED mixerMaliciousContractInteraction'],
    ['drainer', 'UNSAFE 95 BLOCKED maliciousInteraction'],
    ['suspicious', 'WARNING 50 PASSED maliciousInteraction'],
    ['financial scam', 'UNSAFE 90 BLOCKED financialScamInteraction'],
    ['rug pull', 'UNSAFE 85 BLOCKED rugPullInteraction'],
    ['impersonation', 'UNSAFE 88 BLOCKED impersonationScamInteraction'],
    ['poisoning', 'UNSAFE 92 BLOCKED addressPoisoning'],
    ['upgrade', 'UNSAFE 90 BLOCKED maliciousProtocolUpgrade'],
    ['reentrancy', 'UNSAFE 85 BLOCKED reentrancy'],
    ['benign', 'SAFE 0 PASSED '],
  ] as const)('a transfer to %s is %s, with coverage', (name, expected) => {
    const recipient = testAddresses[name].toLowerCase()
    const result = judged({ to: token, data: callData.transfer(recipient, 1n), intel: baselineFor(recipient, '1') })
    const { status, combinedScore, enforcement, combinedScoreDetails, coverage } = result
    expect(`${status} ${combinedScore} ${enforcement} ${combinedScoreDetails.subCategory}`).toBe(expected)
    expect(coverage).toBe('partial')
  })

  test('cover every subCategory except blockedAddress', () => {
    const given = Object.values(testAddresses).flatMap((address) =>
      judged({ to: address, intel: baselineFor(address, '1') }).findings.map((finding) => finding.subCategory),
    )
    expect(new Set([...given, 'blockedAddress'])).toEqual(new Set(subCategoryNames))
  })
})
