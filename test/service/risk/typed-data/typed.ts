import type { Analysis } from '../../../../src/service/risk/analyze.ts'
import { assessRisk, type RiskAssessment } from '../../../../src/service/risk/assess.ts'
import { evidenceSet, type IntelRecord, type KnownEvidence } from '../../../../src/service/risk/evidence.ts'
import {
  analyzeAuthorization,
  analyzeMessage,
  type MissingMember,
  type Signing,
} from '../../../../src/service/risk/typed-data/analyze-message.ts'
import { readTypedData } from '../../../../src/service/risk/typed-data/read-message.ts'
import { intel } from '../situation.ts'

/** Typed data as wallets get it, built from the published type strings; shares no code with the reader. */

export const owner = '0x5e4de0a1b3c2d4f5061728394a5b6c7d8e9fa0b1'
export const thief = '0x57a4d4f5061728394a5b6c7d8e9fa0b1c2d3e4f5'
export const partner = '0x07e4b3c2d4f5061728394a5b6c7d8e9fa0b1c2d3'
export const coin = '0x70ce5a1b3c2d4f5061728394a5b6c7d8e9fa0b12'
export const nft = '0x80de6b2c4d5e6f708192a3b4c5d6e7f8091a2b3c'
export const safe = '0x5afe6b2c4d5e6f708192a3b4c5d6e7f8091a2b3c'
export const ZERO = '0x0000000000000000000000000000000000000000'
export const PERMIT2 = '0x000000000022D473030F116dDEE9F6B43aC78BA3'
export const SEAPORT = '0x0000000000000068F116a894984e2DB1123eB395'

export const MAX = String(2n ** 256n - 1n)
/** ms since 1970: 2026-01-01. */
export const NOW = 1_767_225_600_000
export const SOON = String(NOW / 1000 + 1800)

export interface TypedData {
  readonly types: Readonly<Record<string, readonly { readonly name: string; readonly type: string }[]>>
  readonly primaryType: string
  readonly domain: Readonly<Record<string, unknown>>
  readonly message: Readonly<Record<string, unknown>>
}

export const DOMAIN = 'EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)'

/** @param text an encodeType text: `Mail(Person to)Person(string name)` */
export function typed(
  text: string,
  verifyingContract: string | undefined,
  message: Readonly<Record<string, unknown>>,
  domain: Readonly<Record<string, unknown>> = {},
): TypedData {
  const all = {
    name: 'Some Contract',
    version: '1',
    chainId: 1,
    ...(verifyingContract !== undefined && { verifyingContract }),
    ...domain,
  }
  return {
    types: typesOf(text),
    primaryType: text.slice(0, text.indexOf('(')),
    domain: Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)),
    message,
  }
}

export function typesOf(text: string): TypedData['types'] {
  return Object.fromEntries(
    Array.from(text.matchAll(/([^()]+)\(([^)]*)\)/g), ([, name = '', members = '']) => [
      name,
      members === ''
        ? []
        : members.split(',').map((member) => {
            const [type = '', memberName = ''] = member.split(' ')
            return { name: memberName, type }
          }),
    ]),
  )
}

export interface SigningOptions extends Partial<KnownEvidence> {
  readonly from?: string | undefined
  readonly chainId?: string
}

function signing(options: SigningOptions): Signing {
  const from = 'from' in options ? options.from : owner
  return {
    ...(from !== undefined && { from }),
    ...(options.chainId !== undefined && { chainId: options.chainId }),
    isChain: (id) => ['1', '137'].includes(id),
    now: NOW,
  }
}

export function analyzed(data: unknown, options: SigningOptions = {}): Analysis | MissingMember {
  return analyzeMessage(readTypedData(data), signing(options), options.trace)
}

export function judgedMessage(data: unknown, options: SigningOptions = {}): RiskAssessment {
  return assessed(analyzed(data, options), options)
}

export function judgedAuthorization(
  { chainId, address, nonce = 0n }: { chainId: string; address: string; nonce?: bigint },
  options: SigningOptions = {},
): RiskAssessment {
  return assessed(analyzeAuthorization({ chainId, address, nonce }, signing(options)), options)
}

function assessed(analysis: Analysis | MissingMember, options: SigningOptions): RiskAssessment {
  if ('missing' in analysis) throw new Error(`${analysis.missing} is missing: ${analysis.why}`)
  return assessRisk(analysis, evidenceSet(options), { blockThreshold: 70 })
}

/** "NO DATA", or the status and the rules with points: "UNSAFE one-sided-order 90". */
export function verdict({ status, coverage, findings }: RiskAssessment): string {
  if (status === 'SAFE' && coverage === 'none') return 'NO DATA'
  return [status, ...findings.filter(({ points }) => points > 30).map(({ rule, points }) => `${rule} ${points}`)].join(
    ' ',
  )
}

/** A benign record of an authority. */
export function trusted(address: string, label = 'a known contract'): IntelRecord {
  return intel(address.toLowerCase(), { kind: 'protocol', canonical: true, label })
}

export const permit = (
  message: Readonly<Record<string, unknown>> = {},
  domain: Readonly<Record<string, unknown>> = {},
  contract: string | undefined = coin,
) =>
  typed(
    'Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)',
    contract,
    { owner, spender: thief, value: MAX, nonce: '0', deadline: SOON, ...message },
    domain,
  )
