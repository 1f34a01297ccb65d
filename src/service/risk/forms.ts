export type GrantForm =
  | 'approve'
  | 'increase-allowance'
  | 'permit'
  | 'permit2-approve'
  | 'permit2-permit'
  | 'permit2-transfer'
  | 'approval-for-all'

export type ControlForm =
  | 'upgrade'
  | 'ownership'
  | 'role'
  | 'module'
  | 'guard'
  | 'fallback-handler'
  | 'signer'
  | 'delegatecall'
  | 'account-delegation'

/**
 * manage: withdraw, trade or close a position · borrow: debt in the name of the owner · spend: a session key or spending
 * limit of an account · name: a domain name · records: where a name points · stake: validate or restake with the stake ·
 * payout: income, rewards or fees from now on · withdrawal: where later withdrawals go · votes · use: rent or act as the
 * holder of an item · mint: create tokens · bridge: send or verify messages between chains · operate: a privileged part of
 * a protocol, such as keeper, relayer or price source · claim: collect for the owner
 */
export type RightName =
  | 'manage'
  | 'borrow'
  | 'spend'
  | 'name'
  | 'records'
  | 'stake'
  | 'payout'
  | 'withdrawal'
  | 'votes'
  | 'use'
  | 'mint'
  | 'bridge'
  | 'operate'
  | 'claim'

/** repayment: the receiver is the account whose debt is paid */
export type ExchangeForm =
  | 'swap'
  | 'liquidity'
  | 'deposit'
  | 'withdrawal'
  | 'claim'
  | 'mint'
  | 'bridge'
  | 'borrow'
  | 'stake'
  | 'repayment'
