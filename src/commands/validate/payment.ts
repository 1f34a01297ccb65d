import { chainById, unknownChainStep, unknownChainText } from '../../api/chains.ts'
import type { NamedToken } from '../../api/schemas/token.ts'
import { NATIVE_DECIMALS, nativeAsset } from '../../api/text/assets.ts'
import { chainName } from '../../api/text/chains.ts'
import type { Context } from '../../cli/context/context.ts'
import { refusedError, usageError } from '../../cli/errors/usage.ts'
import { RequestPreview } from '../../client/requests/preview-request.ts'
import { WardenError } from '../../shared/errors.ts'
import { isEmpty } from '../inputs/members.ts'
import { callAddition } from '../steps/addition.ts'

/** The native currency, as flags, rows and reports name it. */
export const NATIVE = 'native'

/** An asset whose decimals are known. */
export interface PaidAsset {
  /** `native`, the symbol of a list, or the address of a token that no list has. */
  readonly name: string
  /** Absent: the native currency. */
  readonly token?: string
  readonly decimals: number
}

/** The members of the transaction that pays. */
interface PaymentMembers {
  readonly to: string
  readonly value: string
  readonly data?: string
}

/**
 * Finds an asset.
 * @param given a symbol, an address, or `native`
 * @throws WardenError `usage` for a symbol that is not exactly one token, `refused` where its decimals are not known
 */
export type FindAsset = (chainId: string, given: string) => Promise<PaidAsset>

/** Looks up each asset of a run once. @param source where tokens are named, for errors: `--token` or `token` */
export function assetFinder(context: Context, source: string): FindAsset {
  const found = new Map<string, Promise<PaidAsset>>()
  return (chainId, given) => {
    const key = `${chainId} ${given}`
    const asset = found.get(key) ?? lookUp(context, source, chainId, given.trim())
    found.set(key, asset)
    return asset
  }
}

async function lookUp(context: Context, source: string, chainId: string, given: string): Promise<PaidAsset> {
  const isLocal = !context.isRemote()
  if (isLocal && !chainById(chainId))
    throw refusedError(`chain: ${unknownChainText(JSON.stringify(chainId))} (${unknownChainStep(chainId)})`)
  if (given.toLowerCase() === NATIVE)
    return { name: NATIVE, decimals: nativeAsset(chainId)?.decimals ?? NATIVE_DECIMALS }
  const chain = chainName(chainId)
  const { addressFault } = await import('../../api/address.ts')
  const isAddress = /^0x/i.test(given)
  const fault = isAddress ? addressFault(given) : undefined
  if (fault !== undefined) throw usageError(`${source}: ${JSON.stringify(given)} ${fault}`)
  if (!isAddress && given.toUpperCase() === chainById(chainId)?.currency)
    throw usageError(
      `${source}: ${given} is the native currency of ${chain}: write ${NATIVE}, or the address of a token`,
    )
  const tokens = await listTokens(context, { chainId, ...(isAddress ? { address: given } : { symbol: given }) })
  const addresses = tokens.map(({ address }) => address)
  if (new Set(addresses).size > 1)
    throw usageError(`${source}: ${given} is several tokens on ${chain}, pass one: ${addresses.join(', ')}`, {
      details: tokens.map((token) => `${token.address}  ${token.name ?? given} (${token.source})`),
    })
  const [token] = tokens
  if (!token && !isAddress)
    throw usageError(`${source}: no list has a token ${JSON.stringify(given)} on ${chain}`, {
      details: ['Pass the address of its contract (0x…), or import a token list that has it.'],
      ...(isLocal && { try: 'txwarden intel import --format token-list <file>' }),
    })
  if (token && tokens.length > 1) {
    const said = tokens.map((each) => `${each.decimals} (${each.source})`).join(', ')
    throw refusedError(`${source}: sources differ in the decimals of ${token.address}: ${said}`)
  }
  if (!token || token.decimals === null)
    throw refusedError(
      `${source}: neither a list nor a node of ${chain} says the decimals of ${token?.address ?? given}`,
      {
        details: ['Import a token list that has it, or configure a node of the chain.'],
        ...(isLocal && { try: `txwarden chain add ${chain}` }),
      },
    )
  const name = token.verified && token.symbol !== null ? token.symbol : token.address
  return { name, token: token.address, decimals: token.decimals }
}

async function listTokens(
  context: Context,
  query: { chainId: string; symbol?: string; address?: string },
): Promise<readonly NamedToken[]> {
  const client = await context.client()
  const call = () => client.call('listTokens', { query })
  try {
    return (await callAddition(context, 'token look-up', call)).content
  } catch (error) {
    if (error instanceof RequestPreview)
      await context.note('! The decimals of the token come first. The validation is built with the answer.')
    if (!(error instanceof WardenError) || error.code !== 'not-offered') throw error
    const { kind, code, message } = error
    const instead = 'Pass the contract of the token with --to 0x…, and the call data of the transfer with --data.'
    throw new WardenError({ kind, code, message, details: [instead] })
  }
}

/**
 * The amount in the smallest unit of an asset.
 * @param source where it is given, for errors: `--amount` or `amount`
 * @throws WardenError `usage` for anything but digits with at most the decimals of the asset
 */
function unitsOf(amount: string, { name, decimals }: PaidAsset, source: string): bigint {
  const refused = (fault: string) => usageError(`${source}: ${JSON.stringify(amount)} ${fault}`)
  const { whole, fraction } = digitsOf(amount, source)
  if (fraction.length > decimals) throw refused(`has ${fraction.length} decimals, and ${name} has ${decimals}`)
  const units = BigInt(whole + fraction.padEnd(decimals, '0'))
  if (units >= 2n ** 256n) throw refused('is too large')
  return units
}

/** The digits of an amount before and after its point. @throws WardenError `usage` */
function digitsOf(amount: string, source: string): { readonly whole: string; readonly fraction: string } {
  const [, whole, fraction = ''] = /^(\d{1,78})(?:\.(\d{1,78}))?$/.exec(amount.trim()) ?? []
  if (whole !== undefined) return { whole, fraction }
  throw usageError(`${source}: ${JSON.stringify(amount)} is not an amount: digits and a decimal point, such as 1250.75`)
}

/** Whether units of an asset are more than an amount, which may have more decimals than the asset. @throws WardenError `usage` */
export function isMoreThan(text: string, source: string): (units: bigint, decimals: number) => boolean {
  const { whole, fraction } = digitsOf(text, source)
  return (units, decimals) =>
    units * 10n ** BigInt(fraction.length) > BigInt(whole + fraction) * 10n ** BigInt(decimals)
}

/** What a flag or a row says of a payment. */
export interface GivenPayment {
  readonly chainId: string
  readonly to: string
  readonly token: string
  readonly amount: string
}

export interface PlannedPayment {
  readonly members: PaymentMembers
  /** As a person reads it: who gets how much of what. */
  readonly paid: { readonly to: string; readonly amount: string; readonly asset: string }
}

/**
 * Looks up the asset and makes the transaction that pays: a plain one, or transfer(address,uint256) of the token.
 * @param prefix of the names in errors: `--` for flags
 * @throws WardenError `usage` or `refused`
 */
export async function planPayment(
  find: FindAsset,
  { chainId, to, token, amount }: GivenPayment,
  prefix = '',
): Promise<PlannedPayment> {
  const { addressFault } = await import('../../api/address.ts')
  const fault = addressFault(to)
  if (fault !== undefined) throw usageError(`${prefix}to: ${JSON.stringify(to)} ${fault}`)
  const asset = await find(chainId, token)
  const units = unitsOf(amount, asset, `${prefix}amount`)
  const paid = { to, amount: amount.trim(), asset: asset.name }
  if (asset.token === undefined) return { members: { to, value: String(units) }, paid }
  const { encodeData, from } = await import('ox/AbiFunction')
  const transfer = from('function transfer(address to, uint256 amount) returns (bool)')
  const data = encodeData(transfer, [to.toLowerCase() as `0x${string}`, units])
  return { members: { to: asset.token, value: '0', data }, paid }
}

/** The payment that a row names; undefined: none. @throws WardenError `refused` for half of one, or one and another amount */
export function paymentIn(row: Readonly<Record<string, unknown>>): GivenPayment | undefined {
  const { token, amount, chainId, to } = row
  const isGiven = (member: string) => !isEmpty(row[member])
  if (!isGiven('token') && !isGiven('amount')) return undefined
  if (isGiven('value')) throw refusedError('value and amount are two amounts: keep one')
  if (isGiven('data')) throw refusedError('data and amount exclude each other: a payment in a token has call data')
  if (!isGiven('token')) throw refusedError(`amount needs token: a symbol, 0x… or ${NATIVE}`)
  if (!isGiven('amount')) throw refusedError('token needs amount')
  if (typeof amount !== 'string' || typeof token !== 'string')
    throw refusedError('token and amount are texts, such as "USDC" and "1250.75": a number may lose digits')
  if (typeof chainId !== 'string') throw refusedError('there is no chain: add a column `chain`, or give --chain')
  return { chainId, to: String(to ?? ''), token, amount }
}
