import { foreignChain, readAddress, readChain } from './address.ts'
import { isMixerName } from './etherscan-meaning.ts'
import { type FeedFile, type FeedRecord, type Format, kept, malformed, type Row, unread, useless } from './format.ts'
import { notThisFormat } from './reading/not-this-format.ts'

/** Longest document (characters). */
const LONGEST = 64 * 1024

/** Whoever has granted it an allowance was robbed, or can be. It stands against the name tag of the protocol it belongs to. */
const EXPLOITED = 85
/** Nothing happened yet; its makers say to take allowances back. */
const DEPRECATED = 45
/** A spender like any other to RevokeCash. */
const MIXER = 80

interface RiskFactor {
  readonly type?: unknown
  readonly data?: unknown
}

/** Spenders of allowances by RevokeCash: spenders/<chain id>/<address>.json, one document each. */
export const revoke: Format = {
  isPart: (path) => /\/spenders\/\d+\/0x[0-9a-f]{40}\.json$/i.test(path),
  async *read(file) {
    let text = ''
    for await (const piece of file.text) {
      text += piece
      if (text.length > LONGEST) throw notThisFormat('a spender takes a few lines, and this is larger than 64 KiB')
    }
    yield [readSpender(file, text)]
  },
}

function readSpender({ path, chainIds }: FeedFile, text: string): Row {
  const [, folder, name] = /([^/]+)\/([^/]+)\.json$/.exec(path) ?? []
  if (!folder || !/^(?:\d+|spenders)$/.test(folder))
    throw notThisFormat('the chain and the address of a spender stand in its path, as in spenders/1/0x….json')
  const reading = readAddress(name)
  if ('fault' in reading) return unread(reading, path)
  const chain = readChain(folder)
  if (chain === undefined && !chainIds) return useless(foreignChain(folder), path)
  const spender = parseSpender(text)
  if (!spender) return malformed('no spender', text)
  if (spender.label === '' && spender.riskFactors.length === 0) return useless('neither a name nor a risk', text)
  return kept(recordOf(spender, reading.address, chainIds ?? [chain ?? '']))
}

interface Spender {
  readonly label: string
  readonly riskFactors: readonly RiskFactor[]
}

/** Some have no name, only risk factors. */
function parseSpender(text: string): Spender | undefined {
  try {
    const value = JSON.parse(text) as { name?: unknown; label?: unknown; riskFactors?: unknown } | null
    const { name, label, riskFactors = [] } = value ?? {}
    const called = [label, name].find((each) => typeof each === 'string' && each.trim() !== '')
    if (value === null || typeof value !== 'object' || !Array.isArray(riskFactors)) return undefined
    return { label: typeof called === 'string' ? called.trim() : '', riskFactors: riskFactors as RiskFactor[] }
  } catch {
    return undefined
  }
}

function recordOf({ label, riskFactors }: Spender, key: string, chainIds: readonly string[]): FeedRecord {
  if (riskFactors.length === 0 && isMixerName(label)) return { key, chainIds, kind: 'mixer', severity: MIXER, label }
  // Known to RevokeCash and without a fault: a fact about this spender.
  if (riskFactors.length === 0) return { key, chainIds, kind: 'protocol', label, imitable: true }
  const exploit = riskFactors.find(({ type }) => type === 'exploit')
  const what = exploit ? textOf(exploit.data) || 'exploited' : 'deprecated'
  return {
    key,
    chainIds,
    kind: 'malicious',
    subCategory: /\brug\b/i.test(what) ? 'rugPullInteraction' : 'maliciousInteraction',
    severity: exploit ? EXPLOITED : DEPRECATED,
    label: label === '' ? what : `${label}: ${what}`,
  }
}

function textOf(data: unknown): string {
  return typeof data === 'string' ? data.trim() : ''
}
