package org.plat.engines;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.elasticsearch.common.logging.LogConfigurator;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.env.Environment;
import org.elasticsearch.node.InternalSettingsPreparer;
import org.elasticsearch.node.Node;
import org.elasticsearch.plugins.PluginsLoader;

/**
 * Starts one Elasticsearch node from the jars of Maven Central. The official distribution does the same in classes
 * that are not published. Arguments: the modules folder, the configuration folder, then settings as name=value.
 */
public final class Launcher {
  public static void main(String[] args) throws Exception {
    Path modules = Path.of(args[0]);
    Path config = Path.of(args[1]);
    Map<String, String> settings = new HashMap<>();
    for (int i = 2; i < args.length; i++) {
      int equals = args[i].indexOf('=');
      settings.put(args[i].substring(0, equals), args[i].substring(equals + 1));
    }
    LogConfigurator.registerErrorListener();
    LogConfigurator.configureESLogging();
    Environment environment = InternalSettingsPreparer.prepareEnvironment(
        Settings.EMPTY, settings, config, () -> settings.getOrDefault("node.name", "plat"));
    LogConfigurator.configure(environment, true);
    PluginsLoader plugins = PluginsLoader.createPluginsLoader(
        PluginsLoader.loadModulesBundles(modules, true), Set.of(), Map.of());
    Node node = new Node(environment, plugins);
    Runtime.getRuntime().addShutdownHook(new Thread(() -> {
      try {
        node.close();
      } catch (Exception failure) {
        failure.printStackTrace();
      }
    }));
    try {
      node.start();
    } catch (Throwable failure) {
      failure.printStackTrace();
      System.exit(1);
    }
    // Elasticsearch's own threads are daemons; this one keeps the process up until a signal ends it.
    Thread.currentThread().join();
  }
}
