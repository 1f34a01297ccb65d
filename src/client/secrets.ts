import { isRecord, parseJson } from '../shared/json/json.ts'

export const HIDDEN = '[hidden]'

/** Secret members of bodies. Slack and Discord webhook URLs are bearer secrets; so may be those of other services. */
export type SecretMember = 'token' | 'webhookUrl' | 'serviceUrl' | 'serviceKey'

const SECRET_HEADER = /auth|cookie|key|secret|token/

/** Whether the value of a header is never shown. Idempotency keys are not secret. */
export function isSecretHeader(name: string): boolean {
  const lower = name.toLowerCase()
  return lower !== 'idempotency-key' && SECRET_HEADER.test(lower)
}

export function hideHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, isSecretHeader(name) ? HIDDEN : value]),
  )
}

/** The functions of a contract: `token` is an address or a parameter there. */
const DESCRIBED = 'functions'

/** Replaces every secret member of a JSON body; other text is unchanged. */
export function replaceSecrets(body: string, replace: (member: SecretMember, value: string) => unknown): unknown {
  const value = parseJson(body)
  return value === undefined ? body : replaceIn(value, replace)
}

function replaceIn(value: unknown, replace: (member: SecretMember, value: string) => unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => replaceIn(item, replace))
  if (!isRecord(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => {
      if (name === DESCRIBED) return [name, member]
      if (typeof member === 'string' && isSecretMember(name, member)) return [name, replace(name, member)]
      return [name, replaceIn(member, replace)]
    }),
  )
}

function isSecretMember(name: string, value: string): name is SecretMember {
  if (value === '') return false
  if (name === 'serviceUrl') return URL.canParse(value)
  return name === 'token' || name === 'serviceKey' || (name === 'webhookUrl' && !value.startsWith('mailto:'))
}

/** Text shown in place of a secret; for a URL with its origin. */
export function hideSecret(member: SecretMember, value: string): string {
  if (member === 'token' || member === 'serviceKey' || !URL.canParse(value)) return HIDDEN
  const { protocol, host } = new URL(value)
  return `${protocol}//${host}/${HIDDEN}`
}
