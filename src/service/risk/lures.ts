/** What a lure pretends. */
export type Pretence = 'security' | 'claim' | 'paid'

export interface Lure {
  readonly pretence: Pretence
  /** As Solidity writes it: `claim(address)`. */
  readonly signature: string
}

/** Nobody needs a function to secure, connect or verify a wallet: the name is a pretence by itself. */
const security = `
SecurityUpdate 5fba79f5 593dae5b 6501691c c7ccf97c · securityUpdate af347b61 779fe569 981ab9bc e03d28b7
Securityupdate 2c9973cd a433013d 69f4375b 06cace4f · securityupdate 3876aeae 728ec3d2 aff23d63 486ea196
SECURITYUPDATE 42114cfb 99e2bfa7 db124b65 7f580d2f · SecurityUpdates e8183e7e 9ccc422c a353efef 3d2433bc
securityUpdates 7b908249 abb36f25 b33114c3 020b9a71 · SecurityUpgrade d63bdc6e 43a6050d 90353ab8 bcee4e5d
securityUpgrade 1afd0cf8 de5f756e 71b3fcea cae46802 · SecurityPatch 081d0b02 1937863a 3e697171 f83d0a9a
SecurityCheck e828ee66 20cfdb9f 31e80a32 1534e8e4 · securityCheck c9985f1a 79a4953d f5ff46ec b43aadf8
SecureWallet 91c26b11 42b90164 7012b9e9 098775dd · secureWallet e4b747f3 2387d060 565ab0d3 4f57e6f0
UpdateSecurity 4f2c33a7 ea5b0efc c990f5b3 5fc632aa · updateSecurity c914b312 6b1fd103 f5cf5274 bdec71e6
ConnectWallet 4748c382 62929a1e d9cbfaaa 3b65aed5 · connectWallet 2d66f063 d7d0df2a 1c42da1c 63746634
Connectwallet 63eb967f 5c5ac520 2b604c8d d0138515 · connectwallet d7d93a6c 636d860b 744b344b e2da56df
Connect a16f15c3 064c8c7c be21d371 4fb9b79d · connect 948cb719 ee8f931b 573fb1ba 7a508409
WalletConnect 0be041f3 a37b731d c0dfed92 c6b1f102 · walletConnect e4f3fcca 03923889 9581e1f4 08098787
VerifyWallet 28b71f91 463377fe 7f2d06dc 4583dc63 · verifyWallet 5cef5334 fc399c79 363aeb37 e7481d47
WalletVerify a9ca643d 1f6146fb 4f4034ec 06c970a3 · VerifyAccount d19b4ca2 619bf738 2c0775f0 b06b7935
verifyAccount fe90f541 f16dfbe9 a731374d 0a153044 · Verify 143087ee a731fb0a 67906c35 2fdd6e6f
VerifyUser 19d7160d 2a5effbc ed68c5a1 cb466695 · ValidateWallet 447e6b99 a4c64f84 71b3e143 fc3e828f
validateWallet 01bc4e3c 63a183d1 76fd2c9b 80e1a6bc · Validate 302a7293 d7fb65c0 a6a5bbdd 5a1fbaba
Enable 99c8055d d4b303e8 f3901079 cdd1cc40 · EnableWallet 366b4c19 cf7495ce aa56aec4 9c5c2640
SafeGuard 0855e4c1 1b73c624 59949c61 49a64878 · Safeguard ffdc0796 2f6f0f2d 0351361f d8724355
safeguard b57dbdc6 7ec3291d a8b8a1ca 53e24ce4 · safeGuard 79279fd1 7052286e 42dc7ca7 26aefb8d
Protect 107309ce 1df9ac96 e86526ce 5ff92a04 · ProtectWallet fbd0d888 7b10af34 ac6ef3cd 28d04353
protectWallet 07cad127 fd015f07 99751be5 7f5ccb04 · Confirm df358731 c952b93c 0bab98c8 94d94aff
ConfirmWallet 2331db80 c39b7623 538552d9 f7c2cb6f · Authorize ad9e0c31 6d81a01b 7c6190ee 28d7fabf
AuthorizeWallet 2f2bda11 14dd651f b1a05181 0f4df5ac · Auth ab8a0360 1fe49587 0f48aff8 5d8ee75d
Login f00ac1da eecc1c95 bf7f4489 9b7b5e5a · SignIn d4619756 ef383f49 2b7ced28 753ef78d
NetworkMerge 9c9316c5 b935d55c 59261816 7e7ca2e0 · networkMerge a06adfa8 9dce07b6 80d59783 43e9a25a
WalletUpdate 471f39a7 c29f5c66 41b16856 16a25f15 · UpdateWallet 99e92351 69a3794a 143a2d3a 0ed07983
updateWallet 5cde748f 848b86e3 41a24949 5012605b · UpgradeWallet 53d8dea6 c786e458 b60beb90 b7b84ae2
SyncWallet 7092a783 759abebc 19bc4274 5b1798e2 · syncWallet 2e4e32ed 05c9518d f6804b1b aed32055
MigrateWallet ed9d98bf 7e82db51 9695aeb8 91b10174 · UnlockWallet 33259e0e 3f621fcd 2c912832 4352725a
unlockWallet e7c042d9 3e0f974c 35ca1c79 186d71e1 · secure b69fcd5d 90ed321b cd11c653 3ba5e7a7
Secure d27aa18e c9ba9437 86ccd14c b7ff3f95 · WalletSecurity ed6af0cd 733ba1e2 766546ef 90990a8a
walletSecurity cb77e367 77a85972 a2e25fc8 98976b09 · WalletVerification 62f7e99a ebc615c5 af247595 2f729ba1
VerifyOwnership d4558a71 31de71e2 c9b05668 8101a9ed · SecurityVerify c357522d d400ccb6 ff042cbb 238c8728
ConfirmSecurity 60f7530b e53c6f2e ebc1ac63 5f8dce21 · AuthWallet 53053254 9d0fd617 a27811a8 7e1a4013
authWallet acc3d738 9fe59e49 e192d673 90ab0218 · ConnectSecurity b348192e 0e56d2e1 32415cb8 1b0874ac
`

/** A present. Honest ones exist, but none has to be paid for. */
const claim = `
claim 4e71d92d 1e83409a 379607f5 bd66528a · Claim 3158952e 0c7ef932 7bb2b3c1 8c1d64e3
CLAIM 73d74876 e432c2ca ad63d8f0 2b329733 · claimReward b88a802f d279c191 ae169a50 f5414023
ClaimReward 79372f9a 63e32091 92ceb12d 3f316518 · claimRewards 372500ab ef5cfb8c 0962ef79 7790ddc6
ClaimRewards 12798972 0178be5f bacfa966 1ae75208 · claimAirdrop 5b88349d 65f8c6c5 e30d4440 2c4a8d64
ClaimAirdrop b9a9d3d0 47ece3c7 f24d43ee 9785f82a · ClaimAirDrop d9a54c04 620fbdc5 e03a2a66 873eed5a
claimAirdrops bbf5ed70 4280003b 740a9e5a c91e38de · claimToken 4451d89f 32f289cf a9e7c2e5 a5bfa9a9
ClaimToken b9df92b0 1fd171e7 365389fc 7dcfe4ec · claimTokens 48c54b9d df8de3e7 46e04a2f 6facd1c0
ClaimTokens a1d915b8 42edb071 c06ed0c2 eacf415d · claimBonus 50635394 0e99f5e6 d9193025 6b8dc190
ClaimBonus 052d2579 90146766 99bfec7b fe7c1faf · claimGift 8f7c8d10 04f3c40e 78cbf86c 9617cff5
ClaimGift a65873bd a05d0617 181f3e2d 3b69ddb1 · claimNFT 672756ad d10fdb5c fe5c873a fbcb5ae7
ClaimNFT d2f4e686 f087d904 d80e880c 87062d48 · claimNft 5ae2afa4 24d83d03 2ec09d39 e0507638
claimETH 67272999 7e66c0b9 fe96973a 1b12160f · ClaimETH 0a41bcaa 6e635967 d8c61d37 36e297a8
claimEth b7cdddcb 228f3845 cbd99868 cfcd4b66 · ClaimEth 22e02b22 6171224b 918249fe 0d382724
claimEther 55291dbd 5cb02dd8 49407a44 5de3ee2b · ClaimBNB e439d3c2 b6d899e7 41bf9375 5ca836f4
claimBNB eecb2575 2d9a152b 0e5c1d0a 3f339918 · ClaimUSDT 09955bac da943862 bd1a5dcd 40ef797b
claimUSDT 7564ac38 245f73b8 b0f9006a 284c961a · claimNow 0f30a44c d295c802 b585435b f906cb15
ClaimNow 2d53a52b ab777dcc ec7997c6 afb86606 · claimAll d1058e59 77329f35 6930fd2a 2e083590
ClaimAll 6d6a78bf 35c46ad0 7676cdab 20e2e105 · claimFree f366afc9 dac9021f 18c99c4e d60362d1
ClaimFree b104d2d6 28330022 e05624ed ac0394cd · freeClaim e88d3b3e 93a9af07 a74af87a 4ca601df
FreeClaim 7f366502 df08b0ba 320047ca cbf1c13f · claimPrize 70740ac9 e5e9b661 d7098154 b0fc9440
ClaimPrize 608650f1 900357d8 93d75f68 e2d31b1f · claimCrypto b3ee688d a96b2d13 6250d66f b42ac3dd
claimOffer deefa9bc 8179147c 2845b9fd 0c40d801 · claimRefund b5545a3c bffa55d5 5b7baf64 71de2ffc
airdrop 3884d635 21860a05 97dc4a13 f3568dbc · Airdrop 3f6b6f2e 84b8d6a5 d0ecdf48 c0458640
AirDrop 939c0a66 d8b98fca def871ef 2566b720 · airDrop ca5d0880 cd18d5a4 1cd965a7 0de69ce1
AIRDROP 1fa0d621 ac31a82e bf9a4750 0da03766 · getAirdrop d25f82a0 069f5bdd 052dd94e 5ce32aca
GetAirdrop e7f292da 50076fcf 1932a281 bd416c57 · startAirdrop d2a569c3 2fa021b0 beae207f 7a9a22d0
StartAirdrop 29cf6b2e a176e50a 56f1223b ea6f83de · receiveAirdrop 2428825d f7734812 a214cefc 67fb7fb4
GetReward 30f3363c cf5fbb38 35de163c 0eb4904e · GetRewards c26b9600 c8e4036e d8cdc93d d182cd57
reward 228cb733 6353586b a9fb763c 8d6f4b97 · Reward e2e15f2e 57488064 3ac0594a 1a54e0df
rewards 9ec5a894 0700037d f301af42 938d967a · Rewards c2808954 237634c8 f8738c25 173bb69d
receiveReward ff3d9e4f 2a7548e9 ae10d5ea 68ec9c42 · getBonus 8bdff161 3a740a63 4aa66b28 58bb0383
GetBonus a66cb0ee 84064a98 42fed75e b11a0e47 · bonus 75b4d78c d8cb4aa3 24749b59 2d8ab6e1
Bonus ef8fdfd8 42846c09 6356cdac 020fc53f · gift 24b04905 cbfc4bce b298247e 6fe3bebc
Gift f06c506c 412b5938 0c900859 9addf595 · getGift 09a710fb 3b0df0d7 bf6713f6 c8b741bb
GetGift bea948c8 dcbf3123 df68c20a cf33488c · giveaway f9850b72 dfd233dd 799b31e8 2fd62425
Giveaway b2316a63 9501db03 89d10ba3 ec99a31e · GiveAway 8d2f22eb 51101ee5 3b9d3de0 a356d6ec
airdropClaim b6d6ed4e 8ce82d61 44a37b22 cdcc8d9e · AirdropClaim 67194bee 9ae4b4b4 574d48e4 adc757fa
rewardClaim 6409f921 f65036a8 0df2cf6f 0730eebe · RewardClaim bef00b24 8e0dd326 5bbb69a4 a0786185
rewardsClaim 98498cb0 3a47469d d0a28bdc 16f4650c · RewardsClaim 0f85bf85 4801b155 4a67d927 153010ef
bonusClaim 48695482 bceec3f7 03157548 7f4caf69 · BonusClaim 2a3381a7 c8bc3f4d ff182f9d d223e249
giftClaim 5039ab3c 32a04ab3 8a3c0e31 1272b9aa · GiftClaim 0f22b166 e139ef71 018f1fe9 3ecce026
tokenClaim 7e61376d 4035b049 44dd03a1 fc2bb59b · TokenClaim 990f2aba 1fddea3b 55e23fa5 1c9329be
tokensClaim 194f7dbe 3f676442 a8f9f49c 21d9be3b · TokensClaim 94d83f5a 255950d9 271f6af3 c12456eb
nftClaim 5420aab2 1f88bc38 83421caa 6a214d3e · NftClaim b18f80a2 f137dfde 65abdafb 90ce9e0a
prizeClaim 8c2eb864 3de8a941 774e5733 427a6670 · PrizeClaim 73a88c00 36f92a35 f46bfce2 41cfa628
ethClaim bbc4f688 187a573a d4f8e7a5 af4298e7 · EthClaim d8761835 64de27c0 0e2a92e6 f36789e3
claimFreeMint 0930887d 764b3673 784cbb56 2606ea84 · ClaimMint df5e64c2 488da471 2dada52b b6222efd
claimMint 74b31672 3705ba5c baf20eef 217adb71 · claimMyReward 1f1c26e0 08b42f6c 35cff542 68b39f9b
claimYourReward fc23454c 4f2a02d7 b0a76389 1080ec9e · claimMyTokens 937f2e33 4029c63e 4bbf65fe 68fbb451
claimStake eb321173 61fdd7df 44c7d6ef 4007c5ad · claimSwap 7f627128 4a2c696e 9671ea9f b505039d
claimUnlock 80fbd162 c9a195c9 17663eae b001b09d · claimProfit f011a7af c0ab44f6 d22dee48 d49489f6
ClaimProfit 5e308a54 5edf7168 438c0bad d2f74ad8 · claimEarnings d9ceab13 9ab891ba 24b1babf 12610f09
ClaimEarnings 22e76071 80048e0d af3282dd f5bdd1db · claimGiveaway 4af9bc10 82c3d733 3ae3c52c df5a52d2
ClaimGiveaway e24208f5 6f487852 7b4dd30c c46dfb8a · claimPromotion 0916ec0d 30564e44 a9edca4c 4e8bf6e4
receiveGift bb3ee79d 81c97585 6f1cb098 8ec681ff · receiveBonus 30507451 b2b17249 c1ceede7 3120c988
ReceiveReward d982eb70 baad79fd f123acf2 462fd481 · collectReward 54c5aee1 82c97b8d bd3507da ad082055
collectRewards 70bb45b3 5763dbd0 b18486d7 aae6884b · unlockReward f1b7f4bf cc929390 10eb7af1 b28399e0
unlockRewards f5e5ec5f 876e65ff a40d6123 fd6eb497 · unlockBonus 489c9686 03801828 f0acc082 74ced619
redeemReward 741f76cd b286de76 51a71b17 05db7dba · redeemGift c41909c1 0442266f c5f6a5fd 5c2050c6
redeemBonus 0e3f0cca d4597059 3af5c221 1ed022aa · withdrawReward c885bc58 b86e321c 523a3f08 474b5809
withdrawBonus 66de84ec b8b18915 72d32968 26984929 · getGiveaway 99d590ae 77213b44 f227d93e 3113d47a
getFree 2be65e2a 3a21f9fc a869f1ff ebcd7f45 · GetFree 7345af13 aeca30b4 4d969a4a 30c4b161
getFreeTokens 2b190f18 3d59e5e2 7b101b1b dc0078a0 · freeAirdrop 9bd7438b c60f6608 c552ada5 6453c64d
FreeAirdrop b404cf2d 5174027f c40d4097 130d20a9 · freeToken 81c2d4b6 25bf1850 bc91878d f550b4f2
freeTokens 6fe8f9c5 0b63b114 5a6e82f3 c59fd6a1 · freeNFT b7002ab4 85daad3c 7c15f5c1 14a0577b
FreeNFT 1a568613 c0cbd38c b526ab7e 93a5ee02 · promotion 235cc2cb 733fda97 84e2aa21 ac6c79ae
Promotion e4cfdf31 b251ba91 58991bc4 b0873007 · free 1370128e c9b5bb17 d8ccd0f3 c83062c6
Free ff85bd39 4804d767 c44bfe7f 31622bbe · secureClaim ad38f643 fc1eb0e2 ce3b2319 9f9f0767
SecureClaim 35ad0194 a073010a 27b62ef2 b1243916
`

/** Ordinary names, of honest sales as well: a lure only when something is to be paid. */
const paid = `
getReward 3d18b912 c00007b0 1c4b774b 63fed9a4 · getRewards 0572b0cc 79ee54f7 c0d8012c 8de42404
mint 1249c58b 6a627842 a0712d68 adf2cead · Mint 34c73884 3c3284d1 07883703 10bc9ea9
mintNFT 14f710fe 54ba0f27 92642744 13807642 · MintNFT 6d364392 385e9e2e 2cc161d3 3cc05327
mintNft c2229fea e9c2e14b 0d730acc 43a47d30 · mintToken 2004ffd9 01173a74 c634d032 a521ad7c
mintTokens eeb9635c bcfaa79d 97304ced ff591050 · freeMint 5b70ea9f fa07ce1d 7c928fe9 b5debf20
FreeMint e8695ff4 7151c4f5 bdfaa084 ec0d9c99 · FreeMINT 1c1e2a65 36a19340 d722907e 5954ab51
publicMint 26092b83 32a93a3a 2db11544 ceb58fcb · PublicMint fe1881c4 3e4f8232 9fb17e34 c5bf83b9
publicSale 33bc1c5c 39dab186 b287c8ed 1b695bbe · presale fdea8e0b db4c15bb e6ab1434 d782102a
Presale 5036d610 e8e7426e 51866b5a 1fd892e0 · preSale 5a7adf7f 65f5dc7e 131f4104 eba12af9
startMining 21b79d98 53c06966 47b272c0 094653fe · StartMining 5ab1f01a 2d9d7adf 4be43ba5 1238f475
mining 662fac39 eedc3c83 d7dd41f2 fa777f3a · Mining c6cee0f0 27a85315 fd78187e 188f58f4
earn d389800f fdb5fefc e65a0117 0500ee56 · Earn 20469ab8 d9ff27d1 e9d57377 ad2f907e
startEarning a36e40fc ca9630e3 990fd962 a6e44760 · profit 66d16cc3 02550e4d 1241ee7d ed077d39
Profit 699e5b6d 05be95b4 357d905f c0aac32c · withdrawProfit 959499b6 24e26241 d82a2bea 92a9fe8b
Unlock 70e3fffe 0be77485 832a253a 2b146604 · unlock a69df4b5 2f6c493c 6198e339 ec9b5b3a
Swap 3ebfdaaf 39fded47 89f1d38d ea95e17d · swap 8119c065 03438dd0 94b918de 76467cbd
Exchange 0a77b078 459659a4 11d92a08 04820eb6 · exchange d2f7265a 2412bdb8 53556559 e1b5d916
Trade 4d9fb121 674efd89 6badf303 97959763 · trade 1f0ba6c9 056ba056 df1dd826 e45a082a
Offer 1f09dfa7 31fd72f9 ee046dfd ffe66921 · offer c028df06 ce2d4aca 761610fc dec4b4b8
verify fc735e99 63a9c3d7 8753367f 75e36616 · confirm 7022b58e eb4dd8f2 ba0179b5 797af627
enable a3907d71 5bfa1b68 87dc7c37 1059171e · auth de9375f2 cd5d2118 b0c41ead b2aee3b9
protect 2dcd05b8 6c2754ef cf120b6a 81fa7382 · stake 3a4b66f1 26476204 a694fc3a c0d64a87
Stake de20bc92 8c000936 227a473b aa5755b1 · crypto 650fa7c8 f69046c0 10e36965 6147978c
Crypto 620b5cd2 dd01cfbc 2ee5cb7a 79296909 · token fc0c546a 6d46a1db 044215c6 e6062e1a
Token c2412676 26070774 6241bfd1 15acb297 · nft 47ccca02 c452e6b6 9d0214cb d47a7edd
NFT 7c0b8de2 a61a00c1 33f418b8 026a175a · official 980389e0 0b676d88 bf8eeaa6 9bcf7882
Official cff4fea5 7fb0c98d 225fe46e fb285f90 · smart 27a822df 9fac5ac2 781b35f4 3938a820
Smart a1980ad0 5f136414 4451076f 4d954044 · eth 8c7c9e0c c61795b2 5b4ef70b 845068e1
Eth bb9694f3 46237ce6 434d5e51 8f244bf7 · ETH 8322fff2 3d8ef2f6 67f01c04 70ccad7a
trading ec44acf2 dee4a467 2e0c9ced cc2e621a · Trading bc0ad5a3 2d085a33 10667b93 bde56df3
start be9a6555 dd0b281e 95805dad 015a18ed · Start 1b55ba3a 84d0447c f06a29c9 7194369d
swapToken dc73e49c 6e8d82af 4bbf3a7a 756a4897 · swapTokens 73d00224 0fcf41ae fe784eaa 46bbc6f4
SwapToken 14ad47eb f38345eb b0e01b2e 0be35872 · tokenSwap 9653dee5 28f92226 2280b7a8 6196642c
TokenSwap b1adc1ca 62a6fb44 39cde76f 0b401911 · exchangeToken a25eb5d9 a9fa5f37 8f78c311 8ed88dbf
ExchangeToken 874bd091 88acb574 f0788ea8 72117a61 · officialMint b077252c 144d6535 a5bb35c0 a12432b1
OfficialMint 9f85cbd5 b6e95d4a e409ec8a 6441c9e8 · mintFree 8ab53447 e55fcf2d a4146733 52a1cc5c
MintFree 2ba2727b c944d157 ad6ac81b 6fb72608 · nftMint 719414b4 ca15f585 20e3dfee 3063e009
stakeNFT b48509e6 734e0827 6eb604e0 d9284f23 · startTrading 293230b8 7231d217 06a1409f 9d7ff908
StartTrading bf6a1c0d 5b63e2f0 1344a223 a042d8a7 · startEarn 34f8d16f 3839cde4 5835a307 ff3f2d11
earnReward f8140e79 1f6aa1ab e4228b64 cd941d6f · earnRewards 65ea2a69 0b2a4203 a20b603f b637a0ac
earnProfit 5892f0d5 d8eb67f7 3b81519d 37e4b5c9 · getProfit 679dffb4 c600e1dc a91b2e9f 9f572bd8
withdrawEarnings b73c6ce9 3d4d8d4f 6e70096e 15ea4358 · secureTrade b44e8f10 4b512432 87ef00aa 5ae6b988
cryptoSwap 19a4b5a3 13119ef6 62b39e4a e523f339 · smartSwap 43b4b4ec 489e0548 b6669e4a 96654ddb
specialOffer e11ad547 a2df2e47 3d4254fe f27e403e · limitedOffer b4642634 6864ad25 4b38a9a2 8ae91f17
buyOffer 47343d18 129cce35 9ecce700 ee95cd7d · startStake 28e9d35b daba1f30 b51bd40f 9739d3ef
startStaking 71b0cbfa 8b21d951 762b1c92 5a722f99 · StartStaking ce770274 f1421bf3 35f87ec1 0fdcb95d
`

/** The shapes that a lure has: four bytes of call data, or 36. */
const shapes = ['()', '(address)', '(uint256)', '(bytes32)']

/**
 * Functions that phishing contracts offer, by selector in lower case. Written from the words that occur in their names
 * (He et al., SIGMETRICS 2025; the payable-function classes of PTXPhish, NDSS 2025); a line has a name and the first
 * four bytes of keccak256 of it with each shape.
 */
export const lures: ReadonlyMap<string, Lure> = new Map([
  ...rowsOf('paid', paid),
  ...rowsOf('claim', claim),
  ...rowsOf('security', security),
])

function rowsOf(pretence: Pretence, text: string): [string, Lure][] {
  return text.split(/[·\n]/).flatMap((row) => {
    const [name, ...selectors] = row.trim().split(' ')
    return selectors.map((selector, index): [string, Lure] => [
      `0x${selector}`,
      { pretence, signature: `${name}${shapes[index]}` },
    ])
  })
}
