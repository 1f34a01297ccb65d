import { safeText } from '../../cli/output/terminal-text.ts'
import { isRecord } from '../../shared/json.ts'
import type { Fact, MessageShown } from './card.ts'
import type { SigningRequest } from './signing-request.ts'

const SHOWN_FIELDS = 24
const SHOWN_LENGTH = 80

/** Domain and fields of typed data, or of an authorization, for the card. Only what is signed. */
export function messageShown({ typedData }: SigningRequest): MessageShown {
  const { types, primaryType, domain, message } = typedData
  if (!isRecord(types) || typeof primaryType !== 'string') {
    const fields = ['chainId', 'address', 'nonce'].map((name): Fact => [name, textOf(typedData[name])])
    return { type: 'Authorization', facts: [['type', 'EIP-7702 authorization']], fields }
  }
  const { name, version, verifyingContract } = isRecord(domain) ? domain : {}
  const fields: Fact[] = []
  const hidden = collect(types, primaryType, message, '', fields)
  return {
    type: safeText(primaryType),
    facts: [
      ['type', textOf(primaryType)],
      ...(name === undefined
        ? []
        : [['domain', textOf(`${name}${version === undefined ? '' : ` ${version}`}`)] as const]),
      ['contract', verifyingContract === undefined ? 'none' : textOf(verifyingContract)],
    ],
    fields: hidden > 0 ? [...fields, ['…', `and ${hidden} more`]] : fields,
  }
}

/** Collects the fields that are shown; returns how many are not. */
function collect(
  types: Readonly<Record<string, unknown>>,
  type: string,
  value: unknown,
  path: string,
  fields: Fact[],
): number {
  if (type.endsWith(']') && Array.isArray(value)) {
    const item = type.slice(0, type.lastIndexOf('['))
    return value.reduce(
      (hidden: number, each, index) => hidden + collect(types, item, each, `${path}[${index}]`, fields),
      0,
    )
  }
  const members = Object.hasOwn(types, type) ? types[type] : undefined
  if (Array.isArray(members) && isRecord(value)) {
    const prefix = path === '' ? '' : `${path}.`
    return members.filter(isRecord).reduce((hidden, { name, type: memberType }) => {
      const member = String(name)
      return hidden + collect(types, String(memberType), value[member], prefix + member, fields)
    }, 0)
  }
  if (fields.length >= SHOWN_FIELDS) return 1
  fields.push([safeText(path), textOf(value)])
  return 0
}

/** Amounts that mean no limit. */
const noLimit = new Map([256, 160].map((bits) => [String(2n ** BigInt(bits) - 1n), `2^${bits} - 1 (no limit)`]))

function textOf(value: unknown): string {
  const named = noLimit.get(String(value))
  if (named !== undefined) return named
  const text = safeText(typeof value === 'string' ? value : (JSON.stringify(value) ?? 'missing'))
  return text.length > SHOWN_LENGTH ? `${text.slice(0, SHOWN_LENGTH)}…` : text
}
