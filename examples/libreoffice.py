"""Starts LibreOffice without a window and talks to it over UNO.

Needs Debian's `libreoffice-calc` and `python3-uno`, so run with the system's Python (/usr/bin/python3).
"""

import contextlib
import os
import subprocess
import tempfile
import time

import uno
from com.sun.star.beans import PropertyValue
from com.sun.star.connection import NoConnectException

START_TIMEOUT_S = 60


def options(**values):
    """UNO spells named arguments as a tuple of structs."""
    return tuple(PropertyValue(Name=name, Value=value) for name, value in values.items())


def file_url(path):
    return uno.systemPathToFileUrl(os.path.abspath(path))


@contextlib.contextmanager
def office():
    """Yields (context, desktop) of a private LibreOffice process and ends it afterwards."""
    pipe = f"sheaf-{os.getpid()}"
    with tempfile.TemporaryDirectory() as profile:
        process = subprocess.Popen([
            "soffice", "--headless", "--norestore", "--nologo",
            f"-env:UserInstallation={file_url(profile)}",
            f"--accept=pipe,name={pipe};urp;",
        ], env={**os.environ, "LC_ALL": "C.UTF-8"})
        try:
            context = connect(pipe)
            desktop = context.ServiceManager.createInstanceWithContext("com.sun.star.frame.Desktop", context)
            yield context, desktop
            with contextlib.suppress(Exception):
                desktop.terminate()
            process.wait(30)
        finally:
            if process.poll() is None:
                process.kill()


def connect(pipe):
    local = uno.getComponentContext()
    resolver = local.ServiceManager.createInstanceWithContext("com.sun.star.bridge.UnoUrlResolver", local)
    deadline = time.monotonic() + START_TIMEOUT_S
    while True:
        try:
            return resolver.resolve(f"uno:pipe,name={pipe};urp;StarOffice.ComponentContext")
        except NoConnectException:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.2)
