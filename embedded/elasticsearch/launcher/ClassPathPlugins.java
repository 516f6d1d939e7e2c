package launcher;

import java.io.IOException;
import java.lang.reflect.Constructor;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.elasticsearch.Build;
import org.elasticsearch.plugins.Plugin;
import org.elasticsearch.plugins.PluginBundle;
import org.elasticsearch.plugins.PluginDescriptor;
import org.elasticsearch.plugins.PluginsLoader;

/**
 * Hands classes of the class path to the node as its plugins. Elasticsearch itself only loads plugins from
 * a folder of an installation, and the constructors that skip that step are not public.
 */
final class ClassPathPlugins {
    private static final String JAVA_VERSION = "21";

    static PluginsLoader load(Path home, List<? extends Class<? extends Plugin>> plugins)
        throws ReflectiveOperationException, IOException {
        Path noFiles = Files.createDirectories(home.resolve("plugin-without-files"));
        Constructor<?> newBundle = open(PluginBundle.class.getDeclaredConstructor(PluginDescriptor.class, Path.class));
        Class<?> layerClass = Class.forName("org.elasticsearch.plugins.PluginsLoader$LoadedPluginLayer");
        Constructor<?> newLayer = open(layerClass.getDeclaredConstructors()[0]);
        Constructor<?> newLoader = open(PluginsLoader.class.getDeclaredConstructor(Set.class, Set.class, Map.class));

        Set<Object> bundles = new LinkedHashSet<>();
        Map<String, Object> layers = new LinkedHashMap<>();
        ModuleLayer boot = ModuleLayer.boot();
        for (Class<?> plugin : plugins) {
            PluginDescriptor descriptor = describe(plugin);
            ClassLoader loader = plugin.getClassLoader();
            Object bundle = newBundle.newInstance(descriptor, noFiles);
            bundles.add(bundle);
            layers.put(descriptor.getName(), newLayer.newInstance(bundle, loader, boot, loader, boot));
        }
        return (PluginsLoader) newLoader.newInstance(bundles, Set.of(), layers);
    }

    private static PluginDescriptor describe(Class<?> plugin) {
        String version = Build.current().version();
        return new PluginDescriptor(
            plugin.getSimpleName(), "from the class path", version, version, JAVA_VERSION, plugin.getName(), null,
            List.of(), false, false, false, false, PluginDescriptor.DeploymentTarget.ALL
        );
    }

    private static Constructor<?> open(Constructor<?> constructor) {
        constructor.setAccessible(true);
        return constructor;
    }

    private ClassPathPlugins() {}
}
