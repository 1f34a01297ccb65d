import { isRecord, membersOf, parseJson } from '../../../shared/json/json.ts'
import { readAddress, readChain } from './address.ts'
import { isMixerName } from './etherscan-meaning.ts'
import {
  accusationIn,
  accused,
  type FeedFile,
  type FeedRecord,
  type FeedTableRow,
  type FormatReader,
  irrelevant,
  kept,
  malformed,
  noChain,
} from './format.ts'
import { notThisFormat, wholeText } from './reading/whole-text.ts'

/** Limit of a document (1024 characters). */
const LONGEST_KIB = 64

/** Accounts with an allowance for it can lose their tokens. Overrides the name tag of its protocol. */
const EXPLOITED = 85
/** Not exploited; its developers recommend to revoke allowances. */
const DEPRECATED = 45
/** RevokeCash lists mixers without a risk factor. */
const MIXER = 80

/**
 * Spenders known to RevokeCash, one document each (spenders/<chain id>/<address>.json), and those that were exploited, one
 * document an exploit (exploits/<name>.json).
 */
export const revoke: FormatReader = {
  isPart: (path) => /\/(?:spenders\/\d+\/0x[0-9a-f]{40}|exploits\/[^/]+)\.json$/i.test(path),
  async *read(file) {
    const text = await wholeText(file.text, LONGEST_KIB)
    yield /(?:^|\/)exploits\/[^/]+$/.test(file.path) ? readExploit(file, text) : [readSpender(file, text)]
  },
}

function readExploit({ chainIds }: FeedFile, text: string): FeedTableRow[] {
  const value = parseJson(text)
  const { name, addresses } = isRecord(value) ? value : {}
  if (typeof name !== 'string' || !Array.isArray(addresses)) return [malformed('not an exploit', text)]
  return addresses.map(membersOf).map((each) => {
    const reading = readAddress(each.address, each)
    if ('rejected' in reading) return reading
    const chain = readChain(each.chainId)
    if (chain === undefined && !chainIds) return noChain(each.chainId, each)
    const chains = chain === undefined ? chainIds : [chain]
    return kept(accused(reading.address, chains, { severity: EXPLOITED, label: name.trim() }))
  })
}

function readSpender({ path, chainIds }: FeedFile, text: string): FeedTableRow {
  const [, folder, name] = /(?<![^/])([^/]+)\/([^/]+)\.json$/.exec(path) ?? []
  if (!folder || !/^(?:\d+|spenders)$/.test(folder))
    throw notThisFormat('the path names no chain and address, as in spenders/1/0x….json')
  const reading = readAddress(name, path)
  if ('rejected' in reading) return reading
  const chain = readChain(folder)
  if (chain === undefined && !chainIds) return noChain(folder, path)
  const spender = parseSpender(text)
  if (!spender) return malformed('not a spender', text)
  if (spender.label === '' && spender.riskFactors.length === 0) return irrelevant('no name and no risk factors', text)
  return kept(recordOf(spender, reading.address, chainIds ?? [chain ?? '']))
}

interface Spender {
  readonly label: string
  readonly riskFactors: readonly Readonly<Record<string, unknown>>[]
}

/** Some spenders have only risk factors and no name. */
function parseSpender(text: string): Spender | undefined {
  const value = parseJson(text)
  if (!isRecord(value)) return undefined
  const { name, label, riskFactors = [] } = value
  if (!Array.isArray(riskFactors)) return undefined
  const called = [label, name].find((each) => typeof each === 'string' && each.trim() !== '')
  return { label: typeof called === 'string' ? called.trim() : '', riskFactors: riskFactors.map(membersOf) }
}

function recordOf({ label, riskFactors }: Spender, key: string, chainIds: readonly string[]): FeedRecord {
  if (riskFactors.length === 0 && isMixerName(label)) return { key, chainIds, kind: 'mixer', severity: MIXER, label }
  // Known to RevokeCash without a risk factor: a fact about this spender.
  if (riskFactors.length === 0) return { key, chainIds, kind: 'protocol', label, imitable: true }
  const exploit = riskFactors.find(({ type }) => type === 'exploit')
  const what = exploit ? textOf(exploit.data) || 'exploited' : 'deprecated'
  return accused(key, chainIds, {
    subCategory: accusationIn(what),
    severity: exploit ? EXPLOITED : DEPRECATED,
    label: label === '' ? what : `${label}: ${what}`,
  })
}

function textOf(data: unknown): string {
  return typeof data === 'string' ? data.trim() : ''
}
