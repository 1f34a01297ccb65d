// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

import "./Items.sol";
import "./Tokens.sol";

/// A question about a balance costs all the gas that there is.
contract BurningToken is Erc20 {
    function balanceOf(address) public view override returns (uint256) {
        while (gasleft() > 0) {}
        return 0;
    }
}

/// Whoever has sent away tokens gets no answer about the rest.
contract VanishingToken is Erc20 {
    mapping(address => bool) private silenced;

    function balanceOf(address account) public view override returns (uint256) {
        require(!silenced[account]);
        return balances[account];
    }

    function transfer(address to, uint256 value) external override returns (bool) {
        move(msg.sender, to, value);
        silenced[msg.sender] = true;
        return true;
    }
}

/// Gives its caller's allowance of several tokens to as many spenders.
contract Grants {
    event Approval(address indexed owner, address indexed spender, uint256 value);

    mapping(address => mapping(address => uint256)) public allowance;
    mapping(address => uint256) public balanceOf;

    function hand(uint160 count) external {
        for (uint160 i = 1; i <= count; i++) {
            allowance[msg.sender][address(i << 32)] = i;
            emit Approval(msg.sender, address(i << 32), i);
        }
    }
}

/// A token whose balances anybody can take away, without an event.
contract OpenShares is Erc20 {
    function settle(address account) external {
        balances[owner] += balances[account];
        balances[account] = 0;
    }
}

/// One of many tokens that nobody asked for.
contract Crumb {
    event Transfer(address indexed from, address indexed to, uint256 value);

    mapping(address => uint256) public balanceOf;

    function hand(address to) external {
        balanceOf[to] += 1;
        emit Transfer(address(0), to, 1);
    }
}

/// Hands out many tokens, and has another one taken away.
contract Confetti {
    Crumb[] private crumbs;
    OpenShares private shares;

    function prepare(uint256 count, OpenShares shares_) external {
        shares = shares_;
        for (uint256 i = 0; i < count; i++) crumbs.push(new Crumb());
    }

    /// The token is in the call data.
    function settle(OpenShares token, uint256 count) external {
        for (uint256 i = 0; i < count; i++) crumbs[i].hand(msg.sender);
        token.settle(msg.sender);
    }

    /// The token is not in the call data.
    function claim(uint256 count) external {
        for (uint256 i = 0; i < count; i++) crumbs[i].hand(msg.sender);
        shares.settle(msg.sender);
    }
}

/// Items that are taken without an event.
contract OpenItems is Erc1155 {
    function settle(uint256 id) external {
        balances[owner][id] += balances[msg.sender][id];
        balances[msg.sender][id] = 0;
    }

    function settleAll() external {
        for (uint256 id = 0; id < 10; id++) balances[msg.sender][id] = 0;
    }
}

/// Takes tokens behind events without content.
contract Noise {
    Erc20 private immutable token;

    constructor(Erc20 token_) {
        token = token_;
    }

    function take(uint256 events) external {
        for (uint256 i = 0; i < events; i++) {
            assembly {
                log0(0, 0)
            }
        }
        token.transferFrom(msg.sender, address(this), token.allowance(msg.sender, address(this)));
    }
}

/// Fails in every way that Solidity has.
contract Reverting {
    error Refused(uint256 code);

    function fail(uint256 way) external pure returns (uint256) {
        if (way == 0) revert("not \u202etoday\n");
        if (way == 1) revert Refused(7);
        if (way == 2) return 1 / (way - 2);
        if (way == 3) assert(way == 4);
        if (way == 4) revert();
        bytes memory long = new bytes(5000);
        for (uint256 i = 0; i < long.length; i++) long[i] = "x";
        revert(string(long));
    }
}

/// Pays back double while there is as much gas as in a simulation; with less it keeps the ether.
contract GasPill {
    address private immutable operator = msg.sender;
    uint256 private immutable most;
    uint256 private immutable work;
    mapping(uint256 => uint256) private done;

    /// @param most_ gas left with which it takes
    /// @param work_ words that it writes when it takes
    constructor(uint256 most_, uint256 work_) payable {
        (most, work) = (most_, work_);
    }

    function participate(bytes32) external payable {
        bool isSimulated = gasleft() > most;
        for (uint256 i = 0; i < work && !isSimulated; i++) done[i] = 1;
        (bool sent,) = (isSimulated ? msg.sender : operator).call{value: isSimulated ? msg.value * 2 : msg.value}("");
        require(sent);
    }
}

/// Honest contracts for which the gas matters.
contract GasEater {
    mapping(uint256 => uint256) private words;

    receive() external payable {}

    /// Writes much.
    function write(uint256 count) external payable {
        for (uint256 i = 0; i < count; i++) words[i] = i + 1;
    }

    /// Gets back a fifth of the gas for what it clears.
    function clear(uint256 count) external payable {
        for (uint256 i = 0; i < count; i++) delete words[i];
    }

    /// Each call leaves a 64th of the gas to its caller, which needs none of it.
    function nest(uint256 depth, uint256 count) external payable {
        if (depth > 0) this.nest(depth - 1, count);
        else this.write(count);
    }

    /// As relays do: what runs inside must have enough gas.
    function relay(uint256 count, uint256 least) external payable {
        require(gasleft() * 63 / 64 >= least, "not enough gas");
        this.write(count);
    }
}
