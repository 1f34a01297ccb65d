import { grouped } from '../../../../api/text/amounts.ts'
import { type Action, currency, type DecodedCall, grant } from '../../actions/actions.ts'
import { argumentsAs } from '../../decode/arguments.ts'
import type { ReadMeaning } from '../known-message.ts'

/** What a smart account lets another account do: delegations of MetaMask (ERC-7710), spend permissions of Coinbase. */

/**
 * Enforcers of MetaMask/delegation-framework 1.3.0 that limit which calls a delegate may make. The others limit time,
 * number, native currency or balances, which leaves any call to the tokens of the account.
 */
const limitingEnforcers: ReadonlySet<string> = new Set([
  '0xc2b0d624c1c4319760c96503ba27c347f3260f55', // AllowedCalldataEnforcer
  '0x2c21fd0cb9dc8445cb3fb0dc5e7bb0aca01842b5', // AllowedMethodsEnforcer
  '0x7f20f61b1f09b08d970938f6fa563634d65c4eeb', // AllowedTargetsEnforcer
  '0xe264f1f09a19505a1ca1a86d5b01e8bfdb64324a', // ApprovalRevocationEnforcer
  '0x474e3ae7e169e940607cc624da8a15eb120139ab', // ERC20PeriodTransferEnforcer
  '0x56c97ae02f233b29fa03502ecc0457266d9be00e', // ERC20StreamingEnforcer
  '0xf100b0819427117ecf76ed94b358b1a5b5c6d2fc', // ERC20TransferAmountEnforcer
  '0x3790e6b7233f779b09da74c72b6e94813925b9af', // ERC721TransferEnforcer
  '0x982fd5c86bbf425d7d1451f974192d4525113dfd', // ExactCalldataBatchEnforcer
  '0x99f2e9bf15ce5ec84685604836f71ab835dbbded', // ExactCalldataEnforcer
  '0x1e141e455d08721dd5bcda1baa6ea5633afd5017', // ExactExecutionBatchEnforcer
  '0x146713078d39ecc1f5338309c28405ccf85abfbb', // ExactExecutionEnforcer
  '0xfb2f1a9bd76d3701b730e5d69c3219d42d80ebb7', // MultiTokenPeriodEnforcer
])

/** The account that redeems the delegation. */
const ANY_DELEGATE = '0x0000000000000000000000000000000000000a11'
const ROOT_AUTHORITY = `0x${'f'.repeat(64)}`

interface Delegation {
  readonly delegate: string
  readonly delegator: string
  readonly authority: string
  readonly caveats: readonly { readonly enforcer: string }[]
}

export const delegation: ReadMeaning = ({ message }) => {
  const { delegate, delegator, authority, caveats } = argumentsAs<Delegation>(message)
  const isLimited = caveats.some(({ enforcer }) => limitingEnforcers.has(enforcer))
  const action = (call: DecodedCall): Action =>
    isLimited
      ? { kind: 'right', call, right: 'spend', owner: delegator, authority: delegate, revokes: false }
      : { kind: 'control', call, form: 'module', contract: delegator, authority: delegate }
  return {
    actions: (call) => [action(call)],
    remarks: [
      ...(isLimited ? ['Its caveats limit the delegate; their terms are not read.'] : [unlimitedText(caveats.length)]),
      ...(delegate === ANY_DELEGATE ? ['Anyone may use the delegation.'] : []),
      ...(authority === ROOT_AUTHORITY ? [] : ['It passes on what another delegation gives.']),
    ],
  }
}

function unlimitedText(caveats: number): string {
  const why = caveats === 0 ? 'The delegation has no caveats' : 'No known caveat limits the calls'
  return `${why}: the delegate can do everything that the account can.`
}

interface Permission {
  readonly spender: string
  readonly token: string
  readonly allowance: bigint
}

/** One permission, or several with the same account and periods. */
interface Recurring extends Permission {
  readonly account: string
  /** Seconds. */
  readonly period: number
  readonly start: number
  readonly end: number
  readonly permissions?: readonly Permission[]
}

/** A century (seconds): what ends later is written for permissions without an end. */
const LIFETIME = 3_155_760_000

/** The allowance renews in each period: together they are what the spender can take. */
export const spending: ReadMeaning = ({ message }) => {
  const given = argumentsAs<Recurring>(message)
  const { account, period, start, end, permissions = [given] } = given
  const periods = BigInt(period > 0 && end > start ? Math.ceil((end - start) / period) : 1)
  return {
    actions: (call) =>
      permissions.map(({ spender, token, allowance }) =>
        grant(call, {
          form: 'permit',
          asset: currency(token, allowance * periods),
          owner: account,
          authority: spender,
          ...(periods > 1n && { renews: { amount: allowance, seconds: BigInt(period) } }),
        }),
      ),
    ...(periods > 1n && {
      remarks: [
        end - start > LIFETIME
          ? 'The allowance renews in each period, without an end.'
          : `The allowance renews in each of ${grouped(periods)} periods.`,
      ],
    }),
  }
}
