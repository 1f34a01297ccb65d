import { approvesHidden, type EffectTable, hides } from './effect.ts'

const SAFE = 'Safe: approved hashes, signed messages'
const COW = 'CoW protocol: settlement'
const COMPOSABLE = 'CoW protocol: ComposableCoW'
const MULTISIG = 'Gnosis multisig wallet and its followers'
const GOVERNOR = 'Governors: Compound Bravo, Aave, Moloch, Baal'
const UNISWAPX = 'UniswapX: reactors'
const LAYERZERO = 'LayerZero: endpoint and receivers'
const MESSAGE = 'the message from another chain'

/** Functions that name what they do by a number or hash, or run data of another kind: their content is not known. */
export const hiddenEffects: EffectTable = {
  '0xd4d9bdcd': approvesHidden('approveHash(bytes32 hashToApprove)', 'the transaction with this hash', SAFE),
  '0x85a5affe': approvesHidden('signMessage(bytes message)', 'the message that the account signs', SAFE),
  '0x8dcd2661': approvesHidden(
    'addProposal(string proposalId, bytes32[] txHashes)',
    'the transactions with these hashes',
    'Zodiac Reality module',
  ),
  '0xec6cb13f': approvesHidden('setPreSignature(bytes orderUid, bool signed)', 'the order with this uid', COW),
  '0x6bfae1ca': approvesHidden(
    'create((address handler, bytes32 salt, bytes staticInput) params, bool dispatch)',
    'the orders of this condition',
    COMPOSABLE,
  ),
  '0x0d0d9800': approvesHidden(
    'createWithContext((address handler, bytes32 salt, bytes staticInput) params, address factory, bytes data, bool dispatch)',
    'the orders of this condition',
    COMPOSABLE,
  ),
  '0x1ab0dd9d': approvesHidden(
    'setRoot(bytes32 root, (uint256 location, bytes data) proof)',
    'the orders below this Merkle root',
    COMPOSABLE,
  ),
  '0x57f1d41a': approvesHidden(
    'setRootWithContext(bytes32 root, (uint256 location, bytes data) proof, address factory, bytes data)',
    'the orders below this Merkle root',
    COMPOSABLE,
  ),
  '0x46c02d7a': approvesHidden('preSign(bytes32 hash)', 'what has this hash', '0x protocol V3: signatures'),
  '0x0812226e': approvesHidden('approveOrderHash_(bytes32 hash)', 'the order with this hash', 'Wyvern protocol V3'),
  '0xc01a8c84': approvesHidden(
    'confirmTransaction(uint256 transactionId)',
    'the transaction with this number',
    MULTISIG,
  ),
  '0x79716e43': approvesHidden(
    'confirmTransaction(bytes32 transactionHash)',
    'the transaction with this hash',
    MULTISIG,
  ),
  '0x242232d1': approvesHidden(
    'approveTransaction(uint256 transactionId)',
    'the transaction with this number',
    MULTISIG,
  ),
  '0x5d9ec210': approvesHidden('signTransaction(uint256 transactionId)', 'the transaction with this number', MULTISIG),
  '0x797af627': approvesHidden('confirm(bytes32 operation)', 'the operation with this hash', 'Parity multisig wallet'),
  '0xee22610b': hides('executeTransaction(uint256 transactionId)', 'the transaction with this number', MULTISIG),
  '0xc69ed5f2': hides('executeTransaction(bytes32 transactionHash)', 'the transaction with this hash', MULTISIG),
  '0x98951b56': approvesHidden('approveProposal(uint256 proposalId)', 'the proposal with this number', GOVERNOR),
  '0x9746d940': approvesHidden('sponsorProposal(uint256 proposalId)', 'the proposal with this number', GOVERNOR),
  '0xddf0b009': approvesHidden('queue(uint256 proposalId)', 'the proposal with this number', GOVERNOR),
  '0x7c10dea6': approvesHidden('queue(bytes32 proposalId)', 'the proposal with this hash', GOVERNOR),
  '0x94a14a34': approvesHidden('queueProposal(uint256 proposalId)', 'the proposal with this number', GOVERNOR),
  '0xfe0d94c1': hides('execute(uint256 proposalId)', 'the proposal with this number', GOVERNOR),
  '0xe751f271': hides('execute(bytes32 proposalId)', 'the proposal with this hash', GOVERNOR),
  '0x0d61b519': hides('executeProposal(uint256 proposalId)', 'the proposal with this number', GOVERNOR),
  '0x980ff6c6': hides('executeProposal(bytes32 proposalId)', 'the proposal with this hash', GOVERNOR),
  '0xe63bc62d': hides('processProposal(uint256 proposalId)', 'the proposal with this number', GOVERNOR),
  '0x706a6e93': hides(
    'processProposal(uint32 proposalId, bytes proposalData)',
    'the actions of the proposal',
    GOVERNOR,
  ),
  '0xf98a4eca': hides('executeVote(uint256 voteId)', 'the script of the vote', 'Aragon voting'),
  '0xb0604a26': approvesHidden('schedule()', 'the actions of the spell', 'Maker: DssSpell'),
  '0x96d373e5': hides('cast()', 'the actions of the spell', 'Maker: DssSpell'),
  '0x3f62192e': hides('execute((bytes order, bytes sig) order)', 'the signed order', UNISWAPX),
  '0x0d335884': hides(
    'executeWithCallback((bytes order, bytes sig) order, bytes callbackData)',
    'the signed order',
    UNISWAPX,
  ),
  '0x0d7a16c3': hides('executeBatch((bytes order, bytes sig)[] orders)', 'the signed orders', UNISWAPX),
  '0x13fb72c7': hides(
    'executeBatchWithCallback((bytes order, bytes sig)[] orders, bytes callbackData)',
    'the signed orders',
    UNISWAPX,
  ),
  '0x48c89491': hides(
    'unlock(bytes data)',
    'what the caller does while the pools are unlocked',
    'Uniswap V4: pool manager',
  ),
  '0x91d20fa1': hides(
    'lzCompose(address from, address to, bytes32 guid, uint16 index, bytes message, bytes extraData)',
    MESSAGE,
    LAYERZERO,
  ),
  '0xd0a10260': hides(
    'lzCompose(address from, bytes32 guid, bytes message, address executor, bytes extraData)',
    MESSAGE,
    LAYERZERO,
  ),
  '0x0c0c389e': hides(
    'lzReceive((uint32 srcEid, bytes32 sender, uint64 nonce) origin, address receiver, bytes32 guid, bytes message, bytes extraData)',
    MESSAGE,
    LAYERZERO,
  ),
  '0x13137d65': hides(
    'lzReceive((uint32 srcEid, bytes32 sender, uint64 nonce) origin, bytes32 guid, bytes message, address executor, bytes extraData)',
    MESSAGE,
    LAYERZERO,
  ),
  '0x001d3567': hides(
    'lzReceive(uint16 srcChainId, bytes srcAddress, uint64 nonce, bytes payload)',
    MESSAGE,
    LAYERZERO,
  ),
  '0x3e3aa6c5': approvesHidden(
    'sendMessageToL2(uint256 toAddress, uint256 selector, uint256[] payload)',
    'what the called contract does on Starknet',
    'Starknet: core contract',
  ),
  '0xbe58b18e': approvesHidden(
    'depositWithMessage(address token, uint256 amount, uint256 l2Recipient, uint256[] message)',
    'the receiver on Starknet',
    'Starknet: StarkGate',
  ),
  '0xfc251e34': approvesHidden(
    'depositWithMessage(uint256 amount, uint256 l2Recipient, uint256[] message)',
    'the receiver on Starknet',
    'Starknet: StarkGate',
  ),
}
