import fc from 'fast-check'
import { describe, expect } from 'vitest'
import { z } from 'zod'
import table from '../../data/proxy-methods.json' with { type: 'json' }
import {
  maySend,
  onlySigns,
  readingMethods,
  treatmentOf,
  validatedMethodNames,
} from '../../src/proxy/decide/methods.ts'
import { call, post } from '../support/proxy/post.ts'
import { startProxyForTest, test } from '../support/proxy/start.ts'

/** Methods of real servers. */
const passed: Readonly<Record<string, string>> = {
  'Ethereum execution API':
    'web3_clientVersion web3_bundlerVersion web3_sha3 net_version net_listening net_peerCount eth_protocolVersion eth_syncing eth_coinbase eth_chainId eth_mining eth_hashrate eth_gasPrice eth_accounts eth_blockNumber eth_getBalance eth_getStorageAt eth_getTransactionCount eth_getBlockTransactionCountByHash eth_getUncleCountByBlockHash eth_getCode eth_call eth_estimateGas eth_getBlockByHash eth_getBlockByNumber eth_getTransactionByHash eth_getTransactionByBlockHashAndIndex eth_getTransactionReceipt eth_getBlockReceipts eth_newFilter eth_newBlockFilter eth_newPendingTransactionFilter eth_uninstallFilter eth_getFilterChanges eth_getFilterLogs eth_getLogs eth_getProof eth_feeHistory eth_maxPriorityFeePerGas eth_blobBaseFee eth_createAccessList eth_simulateV1 eth_subscribe eth_unsubscribe eth_config eth_getWork eth_submitWork eth_submitHashrate eth_compileSolidity rpc_modules rpc.discover',
  'go-ethereum':
    'eth_fillTransaction eth_getRawTransactionByHash eth_getHeaderByNumber eth_pendingTransactions txpool_content txpool_contentFrom txpool_inspect txpool_status debug_traceTransaction debug_traceCall debug_traceBlockByNumber debug_traceBlockByHash debug_getRawReceipts debug_getRawTransaction debug_getBadBlocks debug_storageRangeAt debug_accountRange debug_preimage debug_dumpBlock debug_executionWitness debug_intermediateRoots admin_nodeInfo admin_peers',
  'Erigon, Reth, Nethermind, Besu':
    'erigon_forks erigon_getHeaderByNumber erigon_getBlockReceiptsByBlockHash erigon_watchTheBurn erigon_nodeInfo trace_block trace_call trace_callMany trace_filter trace_get trace_rawTransaction trace_replayTransaction trace_replayBlockTransactions trace_transaction ots_getApiLevel ots_getInternalOperations ots_getTransactionBySenderAndNonce ots_hasCode ots_searchTransactionsBefore ots_traceTransaction eth_getTransactionBySenderAndNonce eth_callMany eth_callBundle reth_getBalanceChangesInBlock parity_pendingTransactions parity_netPeers proof_call proof_getTransactionByHash txpool_besuTransactions clique_getSigners clique_status clique_proposals mev_simBundle flashbots_validateBuilderSubmissionV3',
  'anvil and Hardhat': 'anvil_nodeInfo anvil_metadata anvil_getAutomine hardhat_metadata hardhat_getAutomine',
  'rollups and other chains':
    'zks_estimateFee zks_getAllAccountBalances zks_L1ChainId zks_getBridgeContracts optimism_outputAtBlock optimism_syncStatus optimism_rollupConfig linea_estimateGas linea_getProof arb_getRawBlockMetadata arb_checkPublisherHealth arbtrace_call kaia_getAccount kaia_forkStatus klay_encodeAccountKey governance_chainConfig eth_baseFee eth_getChainConfig eth_suggestPriceOptions eth_newAcceptedTransactions bor_getAuthor bor_getSnapshot eth_getActiveValidatorsAt XDPoS_getMasternodesByNumber',
  'bundlers, paymasters and builders':
    'eth_estimateUserOperationGas eth_getUserOperationByHash eth_getUserOperationReceipt eth_supportedEntryPoints pm_getPaymasterData pm_getPaymasterStubData pm_sponsorUserOperation pm_validateSponsorshipPolicies pimlico_getUserOperationGasPrice pimlico_getUserOperationStatus rundler_maxPriorityFeePerGas alchemy_requestGasAndPaymasterAndData debug_bundler_dumpMempool eth_cancelBundle eth_cancelPrivateTransaction flashbots_getBundleStats flashbots_getUserStatsV2',
  'more nodes':
    'zkevm_batchNumber zkevm_isBlockConsolidated starknet_getStateUpdate starknet_specVersion cfx_epochNumber cfx_estimateGasAndCollateral hmyv2_blockNumber eth_txGasLimitCap eth_multicallV1 eth_getTransactionByBlockNumberAndIndex optimism_safeHeadAtL1Block health_nodeStatus net_enode moon_isTxFinalized ankr_getTokenPrice infura_simulateTransactions',
  'services and wallets':
    'alchemy_getTokenBalances alchemy_getAssetTransfers alchemy_simulateExecution alchemy_getTokenMetadata qn_fetchNFTs qn_estimatePriorityFees tenderly_simulateTransaction tenderly_simulateBundle tenderly_traceTransaction wallet_getCapabilities wallet_getCallsStatus wallet_showCallsStatus wallet_getPermissions wallet_getAssets wallet_watchAsset wallet_prepareCalls eth_requestAccounts eth_getEncryptionPublicKey personal_ecRecover personal_listAccounts account_list',
}

const refusedMethods: Readonly<Record<string, string>> = {
  'go-ethereum and clef':
    'eth_sign eth_resend personal_sendTransaction personal_signTransaction personal_unlockAccount personal_importRawKey personal_newAccount personal_lockAccount personal_initializeWallet personal_openWallet personal_unpair admin_addPeer admin_removePeer admin_startHTTP admin_startRPC admin_stopWS admin_importChain admin_exportChain admin_sleepBlocks debug_setHead debug_setGCPercent debug_setTrieFlushInterval debug_chaindbCompact debug_freeOSMemory debug_startCPUProfile debug_writeMemProfile debug_goTrace debug_standardTraceBlockToFile debug_verbosity debug_vmodule debug_sync miner_start miner_stop miner_setEtherbase miner_setGasPrice miner_setExtra clique_propose clique_discard engine_newPayloadV4 engine_forkchoiceUpdatedV3 engine_getPayloadV4 les_addBalance account_signTransaction account_signData account_new account_signTypedData clef_new ui_approveTx testing_buildBlockV1',
  'other nodes':
    'parity_setHead parity_postTransaction parity_postSign parity_newAccountFromSecret parity_setEngineSigner parity_signMessage parity_enable signer_confirmRequest vault_createTransaction eea_sendRawTransaction priv_distributeRawTransaction priv_createPrivacyGroup perm_addNodesToAllowlist plugins_reloadPluginConfig ibft_proposeValidatorVote qbft_proposeValidatorVote ibft_discardValidatorVote reth_newPayload reth_forkchoiceUpdated db_putString shh_post istanbul_propose opp2p_blockPeer conductor_transferLeader maintenance_trigger',
  'test nodes':
    'anvil_setBalance anvil_impersonateAccount anvil_autoImpersonateAccount anvil_mine anvil_setCode anvil_reset anvil_loadState anvil_dropTransaction anvil_setNonce anvil_sendUnsignedTransaction anvil_addBalance hardhat_impersonateAccount hardhat_setBalance hardhat_setCode hardhat_reset hardhat_mine evm_mine evm_snapshot evm_revert evm_increaseTime evm_setAccountNonce evm_addAccount ganache_setBalance tenderly_setBalance tenderly_addBalance tenderly_setErc20Balance eth_sendUnsignedTransaction config_setShowCalls',
  'rollups and other chains':
    'zks_sendRawTransactionWithDetailedOutput linea_sendBundle linea_saveRejectedTransactionV1 bor_sendRawTransactionConditional timeboost_sendExpressLaneTransaction auctioneer_submitBid kaia_sendTransaction kaia_sendRawTransaction klay_sendTransactionAsFeePayer klay_signTransaction kaia_resend governance_vote subbridge_deployBridge avax_issueTx avax.issueTx avax.importKey platform.issueTx Filecoin.MpoolPush cfx_sendRawTransaction hmyv2_sendRawTransaction starknet_addInvokeTransaction',
  'bundlers and builders':
    'eth_sendUserOperationSync eth_sendMegabundle eth_sendEndOfBlockBundle eth_sendMevBundle eth_sendPuissant eth_sendBackrunTransaction eth_sendSlotTx pimlico_sendCompressedUserOperation particle_aa_sendUserOperation rundler_dropLocalUserOperation debug_bundler_sendBundleNow debug_bundler_clearState blxr_tx blxr_private_tx blxr_submit_bundle blxr_batch_tx qn_broadcastRawTransaction mev_sendBid mev_addBuilder mev_anything flashbots_setFeeRefundRecipient pfl_addSearcherBundle relayer_sendTransaction',
  'services whose names hide what they do':
    'baseline_verifyAndPush quorumExtension_extendContract quorumPermission_recoverBlackListedNode eth_distributePrivateTransaction broadcast_tx_sync broadcast_tx_async broadcast_tx_commit send_tx send_transaction sign_transaction submit_getTransaction relay_transaction relay_getAndForward gelato_sponsoredCall gelato_callWithSyncFee gelato_callWithERC2771 eth_checkAndPush eth_speedUp eth_replay eth_forward eth_dispatch eth_checkSend2 eth_getAndSet eth_estimateThenPay eth_validateOrReplace eth_fetchForward sei_associate call_anything foo_call',
  wallets:
    'wallet_grantPermissions wallet_requestPermissions wallet_requestExecutionPermissions wallet_sendPreparedCalls wallet_sendTransaction wallet_sign wallet_signMessage wallet_connect wallet_addEthereumChain wallet_switchEthereumChain wallet_invokeSnap wallet_requestSnaps wallet_invokeMethod wallet_addSubAccount wallet_createSession wallet_swapAsset wallet_snap snap_getBip44Entropy keyring_createAccount eth_decrypt eth_signMessage eth_signUserOperation eth_signAnything eth_sendAnything eth_executeTransaction',
}

const names = (text: string) => text.split(' ')

describe('a method', () => {
  test.each(Object.entries(passed))('of %s that reads passes', (_of, text) => {
    expect(names(text).filter((name) => !/^(?:pass|search)$/.test(treatmentOf(name, [])))).toEqual([])
  })

  test.each(Object.entries(refusedMethods))('of %s that sends, signs or changes is refused', (_of, text) => {
    expect(names(text).filter((name) => treatmentOf(name, []) !== 'refuse')).toEqual([])
  })

  test('whose params are read is judged', () => {
    expect(validatedMethodNames.filter((name) => treatmentOf(name, []) !== 'validate')).toEqual([])
    expect(validatedMethodNames.filter((name) => treatmentOf(name, ['*', name]) !== 'validate')).toEqual([])
  })

  test('is one of at least 300 known ones', () => {
    const all = [...Object.values(passed), ...Object.values(refusedMethods)].flatMap(names)
    expect(new Set(all).size).toBe(all.length)
    expect(all.length).toBeGreaterThan(300)
  })
})

/** Servers that ignore case are not known; what moves money or controls a node is refused there, too. */
const dangerous = [...validatedMethodNames, ...Object.values(refusedMethods).flatMap(names)].filter((name) =>
  /send|sign|submit|broadcast|execute|^(?:personal|admin|anvil|hardhat|evm|engine|miner|wallet|mev|debug|account)_/i.test(
    name,
  ),
)

describe('a request', () => {
  test('of each method that is refused does not arrive, and of each that passes does', async ({
    proxy: { url, upstream },
  }) => {
    const all = [...Object.values(refusedMethods), ...Object.values(passed)].flatMap(names)
    const { answers } = await post(
      url,
      all.map((method) => call(method, [], method)),
    )
    const arrived = Object.values(passed).flatMap(names)
    expect(upstream.calls().map(({ method }) => method)).toEqual(arrived)
    expect(answers.filter(({ error }) => error === undefined).map(({ id }) => id)).toEqual(arrived)
  })
})

/** Methods of real and invented servers that no table has. Some send, some hand out keys, some only read. */
const unknown: Readonly<Record<string, string>> = {
  'that send': 'bolt_requestInclusion foo_exec eth_bid eth_notify relayer_bundle gelato_sponsoredCall primev_sendBid',
  'that hand out keys':
    'eth_private_key wallet_getPrivateKey foo_exportPrivateKey shh_getPrivateKey shh_getSymKey wallet_getEntropy eth_getSeed',
  'that change a server': 'author_rotateKeys raft_promoteToPeer net_addPeer web3_reload rpc_stop trace_setLimit',
  'that read': 'foo_getStatus foo_status foo_version eth_unknownName eth_getAnything alchemy_getAnything',
}

describe('a method that no table has', () => {
  test.each(Object.entries(unknown))('%s is refused, with the flag that forwards it', async (_of, text) => {
    const { url, upstream } = await startProxyForTest()
    const { answers } = await post(
      url,
      names(text).map((name) => call(name, [], name)),
    )
    expect(answers.map(({ id }) => id)).toEqual(names(text))
    for (const { id, error } of answers)
      expect(error).toMatchObject({
        code: -32_003,
        message: expect.stringContaining(`(--allow-method ${id} forwards it)`),
        data: { source: 'txwarden', verdict: null },
      })
    expect(upstream.calls()).toEqual([])
  })

  test('is listed by --observe, and forwarded', async () => {
    const { url, upstream, proxy } = await startProxyForTest({ policy: { observe: true } })
    const all = Object.values(unknown).flatMap(names)
    for (const name of all) expect((await post(url, call(name))).answer.error).toBeUndefined()
    expect(upstream.calls()).toHaveLength(all.length)
    expect(proxy.tally.lines.map(({ method, isObserved }) => [method, isObserved])).toEqual(
      all.map((name) => [name, true]),
    )
    for (const [at, { reason }] of proxy.tally.lines.entries())
      expect(reason).toContain(`--allow-method ${all[at]} forwards it`)
  })
})

/** First words of names that do something, or hand something out. */
const VERBS =
  'accelerate add approve bid boost broadcast bump burn cancelAll commit confirm copy create decrypt delete deploy dispatch ' +
  'do dump duplicate exec export forward fund grant import include inject insert kill load mint move new notify open pay ' +
  'place post preconfirm private promote propose publish push put queue raise read relay release request reset resume ' +
  'rotate route run save schedule secret send set settle ship sign spend start stop submit swap sync take transact ' +
  'transfer unlock update use withdraw write'

test('the table has nothing that the program does not read', () => {
  const rows = (name: RegExp) => z.array(z.string().regex(new RegExp(`^${name.source}( ${name.source})*$`))).nonempty()
  const passed = z.strictObject({ names: rows(/[A-Za-z0-9_]+/), source: z.string(), note: z.string().optional() })
  const refused = z.strictObject({ does: z.string(), names: rows(/[A-Za-z0-9]+_[A-Za-z0-9_]*\*?/), sends: z.boolean() })
  const schema = z.strictObject({
    passed: z.record(z.string().regex(/^[A-Za-z0-9]+( [A-Za-z0-9]+)*$/), passed),
    refused: z.array(refused),
  })
  expect(() => schema.parse(table)).not.toThrow()
  const namespaces = Object.keys(table.passed).flatMap(names)
  expect(new Set(namespaces).size).toBe(namespaces.length)
})

describe.each(Object.entries(readingMethods))('the namespace %s', (namespace, { names: reading, source }) => {
  const known = reading.map((name) => `${namespace}_${name}`)

  test('passes what reads, and says where that is documented', async ({ proxy: { url, upstream } }) => {
    const { answers } = await post(
      url,
      known.map((method) => call(method, [], method)),
    )
    expect(answers.filter(({ error }) => error !== undefined)).toEqual([])
    expect(upstream.calls().map(({ method }) => method)).toEqual(known)
    expect(new Set(known).size).toBe(known.length)
    expect(source).not.toBe('')
  })

  test('refuses every other name, and each of its names in another form', () => {
    const others = [
      ...names(VERBS).flatMap((verb) => [verb, `${verb}Transaction`, `${verb}_tx`, `get_and_${verb}`]),
      'getPrivateKey',
      'getMnemonic',
      'getAndSend',
      'callAndSend',
    ].map((name) => `${namespace}_${name}`)
    const forms = known.flatMap((name) => [`${name}V9`, `${name}_`, ` ${name}`, name.toUpperCase(), `x${name}`])
    const passing = [...others, ...forms].filter(
      (name) => !known.includes(name) && /^(?:pass|search)$/.test(treatmentOf(name, [])),
    )
    expect(passing).toEqual([])
  })
})

describe('the name of a method that sends, signs or changes', () => {
  test('is refused in another case, whatever is allowed', () => {
    for (const name of dangerous)
      for (const other of [name.toUpperCase(), name.toLowerCase(), `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`])
        if (other !== name) expect([other, treatmentOf(other, [])]).toEqual([other, 'refuse'])
    for (const name of validatedMethodNames) expect(treatmentOf(name.toUpperCase(), ['*'])).toBe('refuse')
  })

  test('is refused in any mixture of cases', () => {
    const mixed = fc
      .tuple(fc.constantFrom(...dangerous), fc.infiniteStream(fc.boolean()))
      .map(([name, upper]) => [...name].map((letter) => (upper.next().value ? letter.toUpperCase() : letter)).join(''))
    fc.assert(fc.property(mixed, (name) => dangerous.includes(name) || treatmentOf(name, []) === 'refuse'))
  })

  test.each([
    'eth_sendRawTransaction ',
    ' eth_sendRawTransaction',
    'eth_sendRawTransaction\u0000',
    'eth_\u017FendRawTransaction',
    'eth_sendRawTransaction\u200B',
    'eth\uFF3FsendRawTransaction',
    'eth_sendRaw\tTransaction',
    'eth-sendRawTransaction',
    'eth__sendRawTransaction',
    'eth_send_raw_transaction',
    '_eth_sendRawTransaction',
    'eth/sendRawTransaction',
    'sendRawTransaction',
    'eth.sendRawTransaction',
    'eth_call ',
    '',
    '_',
    'eth_',
    `eth_${'a'.repeat(200)}`,
  ])('as %j is refused, whatever is allowed', (name) => {
    expect(treatmentOf(name, [])).toBe('refuse')
    if (!/^[a-z][\w.]+$/.test(name)) expect(treatmentOf(name, ['*', name])).toBe('refuse')
  })

  test('is refused with a word more before or behind it', () => {
    for (const verb of ['send', 'sign', 'submit', 'broadcast', 'resend', 'publish', 'unlock', 'import'])
      for (const name of [
        `${verb}`,
        `${verb}Raw`,
        `raw_${verb}`,
        `raw${verb.slice(0, 1).toUpperCase()}${verb.slice(1)}`,
      ])
        for (const namespace of ['eth', 'foo', 'wallet', 'mev'])
          expect(treatmentOf(`${namespace}_${name}V2`, [])).toBe('refuse')
  })
})

test('a refusal names --allow-method only where it forwards the method', async ({ proxy: { url } }) => {
  const hint = /--allow-method/
  for (const method of names('ETH_sendTransaction eth_sendrawtransaction ETH_SIGNTYPEDDATA_V4 send'))
    expect((await post(url, call(method))).answer.error?.message).not.toMatch(hint)
  expect((await post(url, call('ETH_sendTransaction'))).answer.error?.message).toContain(
    'its name is eth_sendTransaction',
  )
  expect((await post(url, call('eth_sign'))).answer.error?.message).toMatch(hint)
})

test('what is refused and could have sent takes a nonce: what is not known could', () => {
  const sending =
    'eth_sendTransaction ETH_SENDTRANSACTION mev_sendBundle wallet_sendCalls anvil_sendUnsignedTransaction foo_exec'
  const others = 'eth_call eth_signTransaction personal_sign eth_signTypedData_v4 eth_sign anvil_mine'
  expect(names(sending).filter((name) => !maySend(name))).toEqual([])
  expect(names(others).filter(maySend)).toEqual([])
  expect(validatedMethodNames.filter((name) => maySend(name) === onlySigns(name))).toEqual([])
})

test('--allow-method lets a method pass that is refused otherwise', () => {
  expect(treatmentOf('eth_sign', ['eth_sign'])).toBe('allow')
  expect(treatmentOf('anvil_setBalance', ['eth_sign', 'anvil_*'])).toBe('allow')
  expect(treatmentOf('anvil_nodeInfo', ['anvil_*'])).toBe('pass')
  expect(treatmentOf('hardhat_setBalance', ['anvil_*'])).toBe('refuse')
  expect(treatmentOf('Anvil_setBalance', ['anvil_*'])).toBe('refuse')
})
