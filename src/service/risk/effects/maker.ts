import { control, type EffectTable, moves, output, right, row } from './effect.ts'

/** Maker and Sky: Vat, CDP manager, DSProxy actions, savings, lockstake. Functions of the DSProxy actions run by delegatecall. */
export const makerEffects: EffectTable = {
  '0xa3b22fc4': row('hope(address usr)', right('manage', 'usr'), 'Maker: Vat'),
  '0xdc4d20fa': row('nope(address usr)', [], 'Maker: Vat'),
  '0x76088703': row(
    'frob(bytes32 ilk, address u, address v, address w, int256 dink, int256 dart)',
    [output('withdrawal', 'v', { payer: 'u' }), output('borrow', 'w', { payer: 'u' })],
    'Maker: Vat',
  ),
  '0x6111be2e': row(
    'flux(bytes32 ilk, address src, address dst, uint256 wad)',
    output('withdrawal', 'dst', { payer: 'src' }),
    'Maker: Vat',
  ),
  '0xbb35783b': row(
    'move(address src, address dst, uint256 rad)',
    moves({ token: '@contract', amount: 'rad' }, 'dst', { from: 'src' }),
    'Maker: Vat',
  ),
  '0x870c616d': row(
    'fork(bytes32 ilk, address src, address dst, int256 dink, int256 dart)',
    output('withdrawal', 'dst', { payer: 'src' }),
    'Maker: Vat',
  ),
  '0x65fae35e': row('rely(address usr)', control('role', 'usr'), 'Maker: wards of every contract'),
  '0x9c52a7f1': row('deny(address usr)', [], 'Maker: wards of every contract'),
  '0xd4e8be83': row(
    'file(bytes32 what, address data)',
    right('operate', 'data', { of: '@contract' }),
    'Maker: file, a contract address of the system',
  ),
  '0x3b4da69f': row('join(address usr, uint256 wad)', output('deposit', 'usr'), 'Maker: join adapters and DSR manager'),
  '0xef693bed': row(
    'exit(address usr, uint256 wad)',
    output('withdrawal', 'usr'),
    'Maker: join adapters and DSR manager',
  ),
  '0x6090dec5': row('open(bytes32 ilk, address usr)', right('manage', 'usr'), 'Maker: DssCdpManager'),
  '0x0b63fb62': row(
    'cdpAllow(uint256 cdp, address usr, uint256 ok)',
    right('manage', 'usr', { unless: 'ok' }),
    'Maker: DssCdpManager',
  ),
  '0xb68f4004': row(
    'urnAllow(address usr, uint256 ok)',
    right('manage', 'usr', { unless: 'ok' }),
    'Maker: DssCdpManager',
  ),
  '0xfcafcc68': row('give(uint256 cdp, address dst)', right('manage', 'dst'), 'Maker: DssCdpManager'),
  '0x18af4d60': row(
    'flux(bytes32 ilk, uint256 cdp, address dst, uint256 wad)',
    output('withdrawal', 'dst'),
    'Maker: DssCdpManager',
  ),
  '0x9bb8f838': row('flux(uint256 cdp, address dst, uint256 wad)', output('withdrawal', 'dst'), 'Maker: DssCdpManager'),
  '0xf9f30db6': row('move(uint256 cdp, address dst, uint256 rad)', output('withdrawal', 'dst'), 'Maker: DssCdpManager'),
  '0x1b0dbf72': row('quit(uint256 cdp, address dst)', output('withdrawal', 'dst'), 'Maker: DssCdpManager'),
  '0x7e348b7d': row('enter(address src, uint256 cdp)', [], 'Maker: DssCdpManager'),
  '0x45e6bdcd': row('frob(uint256 cdp, int256 dink, int256 dart)', [], 'Maker: DssCdpManager'),
  '0xe50322a2': row('shift(uint256 cdpSrc, uint256 cdpDst)', [], 'Maker: DssCdpManager'),
  '0x6aa3ee11': row(
    'open(address manager, bytes32 ilk, address usr)',
    right('manage', 'usr'),
    'Maker: DssProxyActions, run by a DSProxy',
  ),
  '0xba727a95': row(
    'cdpAllow(address manager, uint256 cdp, address usr, uint256 ok)',
    right('manage', 'usr', { unless: 'ok' }),
    'Maker: DssProxyActions, run by a DSProxy',
  ),
  '0x5f6ef447': row(
    'urnAllow(address manager, address usr, uint256 ok)',
    right('manage', 'usr', { unless: 'ok' }),
    'Maker: DssProxyActions, run by a DSProxy',
  ),
  '0x1d10f231': row(
    'give(address manager, uint256 cdp, address usr)',
    right('manage', 'usr'),
    'Maker: DssProxyActions, run by a DSProxy',
  ),
  '0x493c2049': row(
    'giveToProxy(address proxyRegistry, address manager, uint256 cdp, address dst)',
    right('manage', 'dst'),
    'Maker: DssProxyActions, run by a DSProxy',
  ),
  '0xb50a5869': row(
    'hope(address obj, address usr)',
    right('manage', 'usr'),
    'Maker: DssProxyActions, run by a DSProxy',
  ),
  '0x9f887fde': row('nope(address obj, address usr)', [], 'Maker: DssProxyActions, run by a DSProxy'),
  '0x1558b048': row(
    'flux(address manager, uint256 cdp, address dst, uint256 wad)',
    output('withdrawal', 'dst'),
    'Maker: DssProxyActions, run by a DSProxy',
  ),
  '0x25cf37d0': row(
    'move(address manager, uint256 cdp, address dst, uint256 rad)',
    output('withdrawal', 'dst'),
    'Maker: DssProxyActions, run by a DSProxy',
  ),
  '0x4592aca7': row(
    'quit(address manager, uint256 cdp, address dst)',
    output('withdrawal', 'dst'),
    'Maker: DssProxyActions, run by a DSProxy',
  ),
  '0xeb0b9a85': row('enter(address manager, address src, uint256 cdp)', [], 'Maker: DssProxyActions, run by a DSProxy'),
  '0xbeabacc8': row(
    'transfer(address gem, address dst, uint256 amt)',
    moves({ token: 'gem', amount: 'amt' }, 'dst'),
    'Maker: DssProxyActions, run by a DSProxy',
  ),
  '0x96e8d72c': row(
    'frob(address manager, uint256 cdp, int256 dink, int256 dart)',
    [],
    'Maker: DssProxyActions, run by a DSProxy',
  ),
  '0x7bc3bd53': row(
    'shift(address manager, uint256 cdpSrc, uint256 cdpOrg)',
    [],
    'Maker: DssProxyActions, run by a DSProxy',
  ),
  '0xe205c108': row(
    'lockETH(address manager, address ethJoin, uint256 cdp)',
    [],
    'Maker: DssProxyActions, run by a DSProxy',
  ),
  '0x3e29e565': row(
    'lockGem(address manager, address gemJoin, uint256 cdp, uint256 amt, bool transferFrom)',
    [],
    'Maker: DssProxyActions, run by a DSProxy',
  ),
  '0x1c02d846': row(
    'lockETHAndDraw(address manager, address jug, address ethJoin, address daiJoin, uint256 cdp, uint256 wadD)',
    [],
    'Maker: DssProxyActions, run by a DSProxy',
  ),
  '0xcbd4be3f': row(
    'lockGemAndDraw(address manager, address jug, address gemJoin, address daiJoin, uint256 cdp, uint256 amtC, uint256 wadD, bool transferFrom)',
    [],
    'Maker: DssProxyActions, run by a DSProxy',
  ),
  '0xe685cc04': row(
    'openLockETHAndDraw(address manager, address jug, address ethJoin, address daiJoin, bytes32 ilk, uint256 wadD)',
    [],
    'Maker: DssProxyActions, run by a DSProxy',
  ),
  '0xdb802a32': row(
    'openLockGemAndDraw(address manager, address jug, address gemJoin, address daiJoin, bytes32 ilk, uint256 amtC, uint256 wadD, bool transferFrom)',
    [],
    'Maker: DssProxyActions, run by a DSProxy',
  ),
  '0x9f6f3d5b': row(
    'draw(address manager, address jug, address daiJoin, uint256 cdp, uint256 wad)',
    [],
    'Maker: DssProxyActions, run by a DSProxy',
  ),
  '0x4b666199': row(
    'wipe(address manager, address daiJoin, uint256 cdp, uint256 wad)',
    [],
    'Maker: DssProxyActions, run by a DSProxy',
  ),
  '0x036a2395': row(
    'wipeAll(address manager, address daiJoin, uint256 cdp)',
    [],
    'Maker: DssProxyActions, run by a DSProxy',
  ),
  '0x7b5a3b43': row(
    'freeETH(address manager, address ethJoin, uint256 cdp, uint256 wad)',
    [],
    'Maker: DssProxyActions, run by a DSProxy',
  ),
  '0x6ab6a491': row(
    'freeGem(address manager, address gemJoin, uint256 cdp, uint256 amt)',
    [],
    'Maker: DssProxyActions, run by a DSProxy',
  ),
  '0xbe5e6c03': row(
    'wipeAndFreeETH(address manager, address ethJoin, address daiJoin, uint256 cdp, uint256 wadC, uint256 wadD)',
    [],
    'Maker: DssProxyActions, run by a DSProxy',
  ),
  '0xa6add011': row(
    'wipeAndFreeGem(address manager, address gemJoin, address daiJoin, uint256 cdp, uint256 amtC, uint256 wadD)',
    [],
    'Maker: DssProxyActions, run by a DSProxy',
  ),
  '0x6d68b70b': row(
    'wipeAllAndFreeETH(address manager, address ethJoin, address daiJoin, uint256 cdp, uint256 wadC)',
    [],
    'Maker: DssProxyActions, run by a DSProxy',
  ),
  '0xbcd6deec': row(
    'wipeAllAndFreeGem(address manager, address gemJoin, address daiJoin, uint256 cdp, uint256 amtC)',
    [],
    'Maker: DssProxyActions, run by a DSProxy',
  ),
  '0x9f6c3dbd': row(
    'join(address daiJoin, address pot, uint256 wad)',
    [],
    'Maker: DssProxyActionsDsr, run by a DSProxy',
  ),
  '0x71006c09': row(
    'exit(address daiJoin, address pot, uint256 wad)',
    [],
    'Maker: DssProxyActionsDsr, run by a DSProxy',
  ),
  '0xc77843b3': row('exitAll(address daiJoin, address pot)', [], 'Maker: DssProxyActionsDsr, run by a DSProxy'),
  '0xeb0dff66': row('exitAll(address dst)', output('withdrawal', 'dst'), 'Maker: DSR manager'),
  '0x9b8d6d38': row(
    'deposit(uint256 assets, address receiver, uint16 referral)',
    output('deposit', 'receiver'),
    'Sky: savings vaults with a referral',
  ),
  '0x216740a0': row(
    'mint(uint256 shares, address receiver, uint16 referral)',
    output('deposit', 'receiver'),
    'Sky: savings vaults with a referral',
  ),
  '0x8d7ef9bb': row(
    'buyGem(address usr, uint256 gemAmt)',
    output('swap', 'usr'),
    'Maker and Sky: PSM and converters, `usr` is paid',
  ),
  '0x95991276': row(
    'sellGem(address usr, uint256 gemAmt)',
    output('swap', 'usr'),
    'Maker and Sky: PSM and converters, `usr` is paid',
  ),
  '0xf2c07aae': row(
    'daiToUsds(address usr, uint256 wad)',
    output('swap', 'usr'),
    'Maker and Sky: PSM and converters, `usr` is paid',
  ),
  '0x68f30150': row(
    'usdsToDai(address usr, uint256 wad)',
    output('swap', 'usr'),
    'Maker and Sky: PSM and converters, `usr` is paid',
  ),
  '0xab89605a': row(
    'mkrToSky(address usr, uint256 mkrAmt)',
    output('swap', 'usr'),
    'Maker and Sky: PSM and converters, `usr` is paid',
  ),
  '0xc24c1914': row(
    'skyToMkr(address usr, uint256 skyAmt)',
    output('swap', 'usr'),
    'Maker and Sky: PSM and converters, `usr` is paid',
  ),
  '0x1a019e37': row(
    'swapExactIn(address assetIn, address assetOut, uint256 amountIn, uint256 minAmountOut, address receiver, uint256 referralCode)',
    output('swap', 'receiver', {
      gives: [{ token: 'assetIn', amount: 'amountIn' }],
      receives: [{ token: 'assetOut', amount: 'minAmountOut' }],
    }),
    'Spark: PSM3',
  ),
  '0x051f86b5': row(
    'swapExactOut(address assetIn, address assetOut, uint256 amountOut, uint256 maxAmountIn, address receiver, uint256 referralCode)',
    output('swap', 'receiver', {
      gives: [{ token: 'assetIn', amount: 'maxAmountIn' }],
      receives: [{ token: 'assetOut', amount: 'amountOut' }],
    }),
    'Spark: PSM3',
  ),
  '0x8340f549': row(
    'deposit(address asset, address receiver, uint256 assetsToDeposit)',
    output('deposit', 'receiver', { gives: [{ token: 'asset', amount: 'assetsToDeposit' }] }),
    'Spark: PSM3',
  ),
  '0xd9caed12': row(
    'withdraw(address asset, address receiver, uint256 maxAssetsToWithdraw)',
    output('withdrawal', 'receiver'),
    'Spark: PSM3',
  ),
  '0x90a01441': row(
    'hope(address owner, uint256 index, address usr)',
    right('manage', 'usr', { of: 'owner' }),
    'Sky: LockstakeEngine',
  ),
  '0xa496d520': row('nope(address owner, uint256 index, address usr)', [], 'Sky: LockstakeEngine'),
  '0xbf0700fe': row(
    'free(address owner, uint256 index, address to, uint256 wad)',
    output('withdrawal', 'to', { payer: 'owner' }),
    'Sky: LockstakeEngine',
  ),
  '0x7abdf250': row(
    'draw(address owner, uint256 index, address to, uint256 wad)',
    output('borrow', 'to', { payer: 'owner' }),
    'Sky: LockstakeEngine',
  ),
  '0x58771079': row(
    'getReward(address owner, uint256 index, address farm, address to)',
    output('claim', 'to', { payer: 'owner' }),
    'Sky: LockstakeEngine',
  ),
  '0x6c3dead4': row(
    'lock(address owner, uint256 index, uint256 wad, uint16 ref)',
    output('deposit', 'owner'),
    'Sky: LockstakeEngine',
  ),
  '0xc3b6cb4b': row(
    'wipe(address owner, uint256 index, uint256 wad)',
    output('repayment', 'owner'),
    'Sky: LockstakeEngine',
  ),
  '0x0adfd1bf': row(
    'selectVoteDelegate(address owner, uint256 index, address voteDelegate)',
    right('votes', 'voteDelegate', { of: 'owner' }),
    'Sky: LockstakeEngine',
  ),
  '0xb5331d5e': row(
    'selectFarm(address owner, uint256 index, address farm, uint16 ref)',
    right('stake', 'farm', { of: 'owner' }),
    'Sky: LockstakeEngine',
  ),
  '0x690e7c09': row('open(uint256 index)', [], 'Sky: LockstakeEngine'),
  '0xbaa8529c': row('give(bytes32 cup, address guy)', right('manage', 'guy'), 'Maker: Single-Collateral Dai'),
  '0xb3b77a51': row('lock(bytes32 cup, uint256 wad)', [], 'Maker: Single-Collateral Dai'),
  '0xa5cd184e': row('free(bytes32 cup, uint256 wad)', [], 'Maker: Single-Collateral Dai'),
  '0x440f19ba': row('draw(bytes32 cup, uint256 wad)', [], 'Maker: Single-Collateral Dai'),
  '0x73b38101': row('wipe(bytes32 cup, uint256 wad)', [], 'Maker: Single-Collateral Dai'),
  '0xe0decbcd': row(
    'allowSAFE(uint256 safe, address usr, uint256 ok)',
    right('manage', 'usr', { unless: 'ok' }),
    'Reflexer: GebSafeManager, docs.reflexer.finance',
  ),
  '0x391735c1': row(
    'allowHandler(address usr, uint256 ok)',
    right('manage', 'usr', { unless: 'ok' }),
    'Reflexer: GebSafeManager, docs.reflexer.finance',
  ),
  '0x80bdb6b2': row(
    'transferSAFEOwnership(uint256 safe, address dst)',
    right('manage', 'dst'),
    'Reflexer: GebSafeManager, docs.reflexer.finance',
  ),
  '0x871581a2': row(
    'transferCollateral(uint256 safe, address dst, uint256 wad)',
    output('withdrawal', 'dst'),
    'Reflexer: GebSafeManager, docs.reflexer.finance',
  ),
  '0x660e1607': row(
    'transferInternalCoins(uint256 safe, address dst, uint256 rad)',
    output('withdrawal', 'dst'),
    'Reflexer: GebSafeManager, docs.reflexer.finance',
  ),
  '0xa26292db': row(
    'quitSystem(uint256 safe, address dst)',
    output('withdrawal', 'dst'),
    'Reflexer: GebSafeManager, docs.reflexer.finance',
  ),
  '0xd983ff95': row(
    'openSAFE(bytes32 collateralType, address usr)',
    right('manage', 'usr'),
    'Reflexer: GebSafeManager, docs.reflexer.finance',
  ),
  '0xd94d4208': row(
    'approveSAFEModification(address account)',
    right('manage', 'account'),
    'Reflexer: SAFEEngine, docs.reflexer.finance',
  ),
  '0xd49d7867': row('denySAFEModification(address account)', [], 'Reflexer: SAFEEngine, docs.reflexer.finance'),
}
