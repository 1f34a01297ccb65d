// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

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
