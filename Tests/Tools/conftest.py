"""Lies here so that pytest puts this folder on the path: the tests below import what they try."""
