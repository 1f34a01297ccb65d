import { looksLikeSignIn, readSignIn, type SignIn } from './sign-in.ts'

/** What is known beside the text. */
export interface TextContext {
  /** The site that asks, as a host or an origin; absent: it is not known. */
  readonly site?: string | undefined
  /** The account that signs. */
  readonly signer?: string | undefined
  /** The chain of the wallet, decimal. */
  readonly chainId?: string | undefined
  /** Now (ms). */
  readonly now: number
}

/** From the most lenient to the strictest; a text is on no list. */
const levels = ['SAFE', 'NO DATA', 'WARNING', 'UNSAFE'] as const

interface TextReason {
  readonly verdict: (typeof levels)[number]
  /** A sentence without a period, in words of our own: of the text only what has the form of a host, an address or a time. */
  readonly text: string
}

export interface TextVerdict {
  readonly verdict: TextReason['verdict']
  /** The strictest first. */
  readonly reasons: readonly TextReason[]
  /** Absent: the text is no sign-in. */
  readonly signIn?: SignIn
}

/** Clocks differ (ms). */
const TOLERANCE_MS = 5 * 60_000

/** 32 bytes in hexadecimal digits: they can be the hash of any transaction or permit. */
export function isHashText(text: string): boolean {
  return /^(?:0x)?[0-9a-f]{64}$/i.test(text.trim())
}

/** Reads bytes as a text that a person could read; undefined: they are none. */
export function textOfBytes(bytes: Uint8Array): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
    return /[\p{Cc}--[\n\r\t]]/v.test(text) ? undefined : text
  } catch {
    return undefined
  }
}

/** The verdict on a text that is to be signed: whether it signs in where it says, and as the account that signs. */
export function assessText(text: string, context: TextContext): TextVerdict {
  if (!looksLikeSignIn(text))
    return verdictBy([{ verdict: 'NO DATA', text: 'it is a text, and what a text agrees to is not known' }])
  const reading = readSignIn(text)
  if ('fault' in reading)
    return verdictBy([{ verdict: 'WARNING', text: `it looks like a sign-in (EIP-4361) and is none: ${reading.fault}` }])
  const { signIn } = reading
  const reasons = [
    ...reasonsOfSite(signIn, context),
    ...reasonsOfAccount(signIn, context),
    ...reasonsOfTime(signIn, context),
  ]
  if (signIn.abilities.length > 0)
    reasons.push({
      verdict: 'NO DATA',
      text: 'it lets its URI act for the account (EIP-5573), and what that can do is not known',
    })
  return { ...verdictBy(reasons), signIn }
}

function verdictBy(reasons: readonly TextReason[]): TextVerdict {
  const rank = ({ verdict }: TextReason) => levels.indexOf(verdict)
  const sorted = reasons.toSorted((one, other) => rank(other) - rank(one))
  return { verdict: sorted[0]?.verdict ?? 'SAFE', reasons: sorted }
}

function reasonsOfSite({ scheme, domain, uri }: SignIn, { site }: TextContext): TextReason[] {
  const reasons: TextReason[] = []
  const own = originOf(domain, scheme)
  const asking = site === undefined ? undefined : originOf(site)
  if (asking === undefined)
    reasons.push({ verdict: 'NO DATA', text: `it signs in to ${domain}, and which site asks is not known` })
  else if (!isSameSite(own, asking))
    reasons.push({ verdict: 'UNSAFE', text: `it signs in to ${domain}, and ${asking.host} asks for it` })
  const target = /^https?:/i.test(uri) ? originOf(uri) : undefined
  if (target && own && !isWithin(target.hostname, own.hostname))
    reasons.push({ verdict: 'WARNING', text: `it signs in to ${domain} for ${target.host}, which is another site` })
  return reasons
}

function reasonsOfAccount({ address, chainId }: SignIn, { signer, chainId: chain }: TextContext): TextReason[] {
  const reasons: TextReason[] = []
  if (signer !== undefined && signer.toLowerCase() !== address.toLowerCase())
    reasons.push({ verdict: 'WARNING', text: `it signs in as ${address}, and another account signs it` })
  if (chain !== undefined && BigInt(chain) !== BigInt(chainId))
    reasons.push({ verdict: 'WARNING', text: `it is for chain ${chainId}, and the wallet is on chain ${chain}` })
  return reasons
}

function reasonsOfTime({ issuedAt, expirationTime, notBefore }: SignIn, { now }: TextContext): TextReason[] {
  const [issued, ends, begins] = [issuedAt, expirationTime, notBefore].map((time) =>
    time === undefined ? undefined : Date.parse(time),
  )
  const reasons: TextReason[] = []
  const warn = (text: string) => reasons.push({ verdict: 'WARNING', text })
  if (issued !== undefined && issued > now + TOLERANCE_MS)
    warn(`it says that it was issued at ${issuedAt}, which is not yet`)
  if (ends !== undefined && ends <= now) warn(`it ended at ${expirationTime}`)
  if (ends !== undefined && begins !== undefined && ends <= begins) warn('it ends before it begins')
  else if (begins !== undefined && begins > now + TOLERANCE_MS) warn(`it begins at ${notBefore}, later than now`)
  return reasons
}

interface Origin {
  readonly scheme: string | undefined
  /** With the port, where it is not that of the scheme. */
  readonly host: string
  readonly hostname: string
}

/** The site of a host, an origin or a URL; undefined: the text is none. */
export function originOf(text: string, given?: string): Origin | undefined {
  const [, stated, rest = ''] = /^(?:([a-z][a-z0-9+.-]*):\/\/)?(.*)$/is.exec(text.trim()) ?? []
  const scheme = (stated ?? given)?.toLowerCase()
  // Other schemes have no default port, and hosts that are not compared without case.
  const base = `${scheme === 'http' ? 'http' : 'https'}://${rest}`
  if (!URL.canParse(base)) return undefined
  const { host, hostname, username, password } = new URL(base)
  if (username !== '' || password !== '') return undefined
  return { scheme, host: host.replace(/\.$/, ''), hostname: hostname.replace(/\.$/, '') }
}

/** Hosts are the same in any case; a scheme counts where both have one. */
function isSameSite(one: Origin | undefined, other: Origin): boolean {
  if (!one || one.host !== other.host) return false
  return one.scheme === undefined || other.scheme === undefined || one.scheme === other.scheme
}

function isWithin(hostname: string, domain: string): boolean {
  return hostname === domain || hostname.endsWith(`.${domain}`)
}
