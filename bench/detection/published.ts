import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import * as Yaml from 'yaml'
import { findChain } from '../../src/api/chains.ts'
import { baselineFor } from '../../src/service/intel/baseline.ts'
import type { BenignTransaction, Data, FeedRow, Spender } from './data.ts'
import { namedAccount } from './named-account.ts'
import type { Payoff } from './transactions.ts'

/** Published data in its original files, read without the importers under test. */

type Fields = Readonly<Record<string, string>>

/**
 * Confirmed payoffs of address poisoning (Tsuchiya et al., USENIX Security 2025). Without rows whose lookalike is
 * the genuine recipient of other rows: these are pairs of one owner, not attacks.
 */
export function publishedPayoffs(folder: string): Payoff[] {
  const chains = { ethereum: '1', bsc: '56' }
  const all = Object.entries(chains).flatMap(([name, chainId]) =>
    rowsOf(join(folder, 'address-poisoning', `payoff_transfers_${name}.csv`)).map((row) => ({
      chainId,
      token: lower(row.addr),
      victim: lower(row.topics_from_addr),
      lookalike: lower(row.topics_to_addr),
      genuine: lower(row.intended_addr),
      amount: BigInt(Math.trunc(Number(row.value))),
    })),
  )
  const genuine = new Set(all.map((payoff) => `${payoff.chainId} ${payoff.genuine}`))
  return all.filter(({ chainId, lookalike }) => !genuine.has(`${chainId} ${lookalike}`))
}

/**
 * Test transactions of the ERC-7730 registry. 142 of 200 are unsigned and have no sender. As `benign`, such a vector is
 * sent by the account that its data names, as a wallet sends it (`namedAccount`), or by an invented address when
 * it names no account or several. As `benignByStrangers`, every unsigned vector is sent by an invented address: each
 * receiver in it looks foreign.
 */
export function publishedBenign(folder: string): Pick<Data, 'benign' | 'benignByStrangers'> {
  const tokens = new Set([...canonicalTokens(folder), ...labelledTokens(folder)].map(onChain))
  const rows = linesOf(join(folder, 'benign-erc7730', 'transactions.jsonl')).map((line, index) => {
    const row = JSON.parse(line)
    const [chainId, to, data] = [String(row.chainId), lower(row.to), lower(row.data)]
    const isKnown = (address: string) =>
      tokens.has(onChain({ chainId, address })) || baselineFor(address, chainId).length > 0
    const stranger = `0x5e4d${String(index).padStart(36, 'b')}`
    const sentBy = (from: string): BenignTransaction => ({
      name: `${row.source} ${row.description ?? ''} ${data.slice(0, 10)}`,
      transaction: { chainId, from: lower(from), to, value: BigInt(row.value), data },
    })
    return {
      benign: sentBy(row.from ?? namedAccount(to, data, isKnown) ?? stranger),
      byStranger: sentBy(row.from ?? stranger),
    }
  })
  return {
    benign: rows.map(({ benign }) => benign),
    benignByStrangers: rows.map(({ byStranger }) => byStranger),
  }
}

/** Spenders that RevokeCash lists without a risk. */
export function publishedSpenders(folder: string): Spender[] {
  return spenders(folder)
    .filter(({ risks }) => risks === 0)
    .map(({ chainId, address }) => ({ chainId, address }))
}

export function publishedFeeds(folder: string): Data['feeds'] {
  const at = (...path: readonly string[]) => join(folder, ...path)
  return [
    { source: 'ofac', format: 'ofac', path: at('ofac'), knowing: false },
    { source: 'scamsniffer', format: 'scamsniffer', path: at('scamsniffer'), knowing: false },
    { source: 'mew', format: 'mew', path: at('mew'), knowing: false },
    { source: 'forta', format: 'forta', path: at('forta'), knowing: false },
    { source: 'forta-manual', format: 'forta', path: at('forta-starter-kits'), knowing: false },
    { source: 'cryptoscamdb', format: 'cryptoscamdb', path: at('cryptoscamdb', 'urls.yaml'), knowing: false },
    { source: 'forta-fp', format: 'forta-fp', path: at('forta-starter-kits'), knowing: true },
    { source: 'etherscan-labels', format: 'etherscan-labels', path: at('etherscan-labels'), knowing: true },
    { source: 'eth-labels', format: 'eth-labels', path: at('eth-labels', 'tokens.csv'), knowing: true },
    { source: 'revoke', format: 'revoke', path: at('revoke-whois'), knowing: true },
    { source: 'token-list', format: 'token-list', path: at('uniswap-token-list'), knowing: true },
  ]
}

/**
 * Feed rows. Without benign rows that the sanctions list names: RevokeCash has Tornado pools as plain names.
 */
export function publishedRows(folder: string): FeedRow[] {
  const malicious = maliciousRows(folder)
  const sanctioned = new Set(malicious.filter(({ source }) => source === 'ofac').map(({ address }) => address))
  const benign = benignRows(folder).filter(({ address }) => !sanctioned.has(address))
  const rows = [...malicious, ...benign, ...canonicalTokens(folder)]
  const judged = rows.filter(({ chainId, address }) => findChain(chainId) !== undefined && !isNobody(address))
  return Array.from(new Map(judged.map((row) => [Object.values(row).join(' '), row])).values())
}

function maliciousRows(folder: string): FeedRow[] {
  const named = (source: string, chainId: string, addresses: readonly string[]) =>
    addresses.map((address): FeedRow => ({ source, chainId, address, says: 'malicious' }))
  const inLines = (path: string) => linesOf(path).flatMap((line) => addressesIn(line).slice(0, 1))
  const under = (pattern: string) => globSync(join(folder, pattern))
  const scamdb = Yaml.parse(readFileSync(join(folder, 'cryptoscamdb', 'urls.yaml'), 'utf8')) as readonly {
    readonly addresses?: { readonly ETH?: readonly string[] }
  }[]
  return [
    ...under('ofac/sanctioned_addresses_ETH.txt').flatMap((path) => named('ofac', '1', inLines(path))),
    ...under('ofac/sanctioned_addresses_BSC.txt').flatMap((path) => named('ofac', '56', inLines(path))),
    ...under('ofac/sanctioned_addresses_ARB.txt').flatMap((path) => named('ofac', '42161', inLines(path))),
    ...under('scamsniffer/address.json').flatMap((path) => named('scamsniffer', '1', addressesIn(textOf(path)))),
    ...under('mew/addresses-darklist.json').flatMap((path) => named('mew', '1', jsonAddresses(path))),
    ...under('forta/labels/*/*.csv').flatMap((path) => named('forta', basename(dirname(path)), inLines(path))),
    ...under('forta-starter-kits/manual_alert_list_v2.tsv').flatMap((path) =>
      linesOf(path).flatMap((line) => {
        const columns = line.split('\t')
        return named('forta-manual', columns[5]?.trim() ?? '', addressesIn(columns[2] ?? ''))
      }),
    ),
    ...scamdb.flatMap((entry) => named('cryptoscamdb', '1', (entry.addresses?.ETH ?? []).flatMap(addressesIn))),
    ...under('etherscan-labels/*/accounts/{phish-hack,exploit,heist,scam}.csv').flatMap((path) =>
      named('etherscan-labels', siteChain(path), inLines(path)),
    ),
    ...spenders(folder)
      .filter(({ risks }) => risks > 0)
      .flatMap(({ chainId, address }) => named('revoke', chainId, [address])),
  ]
}

function benignRows(folder: string): FeedRow[] {
  const kits = join(folder, 'forta-starter-kits')
  const inColumns = (path: string) =>
    linesOf(path).flatMap((line): FeedRow[] => {
      const [address = '', chainId = ''] = line.split(',').map((each) => each.trim())
      return addressesIn(address).map((each) => ({ source: 'forta-fp', chainId, address: each, says: 'benign' }))
    })
  return [
    ...inColumns(join(kits, 'fp_list.csv')),
    ...inColumns(join(kits, 'failsafe_wallets.csv')),
    ...jsonAddresses(join(folder, 'mew', 'addresses-lightlist.json')).map(
      (address): FeedRow => ({ source: 'mew', chainId: '1', address, says: 'benign' }),
    ),
    ...globSync(join(folder, 'etherscan-labels/*/accounts/{exchange,binance,coinbase}.csv')).flatMap((path) =>
      linesOf(path)
        .flatMap((line) => addressesIn(line).slice(0, 1))
        .map((address): FeedRow => ({ source: 'etherscan-labels', chainId: siteChain(path), address, says: 'benign' })),
    ),
    ...publishedSpenders(folder).map((spender): FeedRow => ({ ...spender, source: 'revoke', says: 'benign' })),
  ]
}

function canonicalTokens(folder: string): FeedRow[] {
  return globSync(join(folder, 'uniswap-token-list/src/tokens/*.json')).flatMap((path) =>
    (JSON.parse(textOf(path)) as readonly { chainId: number; address: string }[]).map(
      ({ chainId, address }): FeedRow => ({
        source: 'token-list',
        chainId: String(chainId),
        address: lower(address),
        says: 'token',
      }),
    ),
  )
}

function labelledTokens(folder: string): Spender[] {
  return linesOf(join(folder, 'eth-labels', 'tokens.csv')).flatMap((line) => {
    const [address = '', chainId = ''] = line.split(',')
    return addressesIn(address).map((each) => ({ chainId, address: each }))
  })
}

function onChain({ chainId, address }: Spender): string {
  return `${chainId} ${address}`
}

function spenders(folder: string): (Spender & { readonly risks: number })[] {
  return globSync(join(folder, 'revoke-whois/data/manual/spenders/*/*.json')).flatMap((path) => {
    const chainId = basename(dirname(path))
    if (!findChain(chainId)) return []
    const { riskFactors = [] } = JSON.parse(textOf(path)) as { riskFactors?: readonly unknown[] }
    return { chainId, address: lower(basename(path, '.json')), risks: riskFactors.length }
  })
}

const sites: Readonly<Record<string, string>> = {
  etherscan: '1',
  bscscan: '56',
  polygonscan: '137',
  optimism: '10',
  arbiscan: '42161',
  avalanche: '43114',
}

function siteChain(path: string): string {
  return sites[basename(dirname(dirname(path)))] ?? ''
}

/** Rows of a CSV file by column name; no commas in quotes. */
function rowsOf(path: string): Fields[] {
  const [head = '', ...lines] = linesOf(path)
  const names = head.split(',')
  return lines.map((line) => {
    const values = line.split(',')
    return Object.fromEntries(names.map((name, index) => [name, values[index] ?? '']))
  })
}

function linesOf(path: string): string[] {
  return textOf(path)
    .split(/\r?\n/)
    .filter((line) => line !== '')
}

function textOf(path: string): string {
  return readFileSync(path, 'utf8')
}

function jsonAddresses(path: string): string[] {
  return (JSON.parse(textOf(path)) as readonly { address: string }[]).flatMap(({ address }) => addressesIn(address))
}

function addressesIn(text: string): string[] {
  return (text.match(/0x[0-9a-f]{40}(?![0-9a-f])/gi) ?? []).map(lower)
}

/** Zero address, precompiles, dead address, and the native currency placeholder. */
function isNobody(address: string): boolean {
  return /^0x(?:0{36}[0-9a-f]{4}|e{40}|0{36}dead)$/.test(address)
}

function lower(text: string | undefined): string {
  return (text ?? '').toLowerCase()
}
