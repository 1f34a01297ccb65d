/** Known methods that do not pass. A method in no table does not pass either; these say why. */
export interface RefusedMethods {
  /** What they do, as the end of "is not forwarded: it …". */
  readonly does: string
  /** Names, or starts of names that end with `*`, with blanks between. */
  readonly names: string
  /** Whether one could take a nonce of an account. */
  readonly sends: boolean
}

/** The first row with the name counts; names that only read (reading-methods.ts) are looked up before. */
export const refusedMethods: readonly RefusedMethods[] = [
  {
    does: 'sends in a form that is not read',
    names:
      'anvil_send* auctioneer_submit* blxr_* bolt_* cfx_send* debug_batchSendRawTransaction debug_bundler_send* ' +
      'eea_send* eth_execute* eth_resend eth_send* eth_submit* flashbots_send* hardhat_send* kaia_resend kaia_send* ' +
      'klay_resend klay_send* linea_send* mev_send* parity_post* personal_send* priv_distribute* signer_confirm* ' +
      'timeboost_send* wallet_send* zks_send*',
    sends: true,
  },
  {
    does: 'signs something that is not read',
    names: 'account_sign* clef_* eth_sign* kaia_sign* klay_sign* parity_sign* personal_sign* ui_* wallet_sign*',
    sends: false,
  },
  {
    does: 'can hand out keys, or rights to use them',
    names:
      'account_* admin_export* eth_decrypt eth_private_key keyring_* parity_export* parity_newAccount* personal_* shh_* ' +
      'snap_* vault_*',
    sends: false,
  },
  { does: 'changes a wallet, or grants rights in it', names: 'wallet_*', sends: false },
  {
    does: 'changes the node or what it answers',
    names:
      'admin_* anvil_* arbdebug_* auctioneer_* clique_* conductor_* config_* debug_* engine_* evm_* ganache_* hardhat_* ' +
      'ibft_* istanbul_* les_* maintenance_* mev_* miner_* opp2p_* parity_* perm_* plugins_* priv_* qbft_* tenderly_* ' +
      'testing_*',
    sends: false,
  },
]
